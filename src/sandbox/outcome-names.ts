/** The command line has these without loading the service. */
export const SANDBOX_OUTCOMES = ['delivered', 'failed', 'reversed', 'returned'] as const;
export type SandboxOutcome = (typeof SANDBOX_OUTCOMES)[number];

/** A request that the sandbox cannot do; the text is for the developer. */
export class SandboxRefusal extends Error {}

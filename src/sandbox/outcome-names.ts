/** What the sandbox provider can be made to answer of a purchase. */
export const SANDBOX_OUTCOMES = ['delivered', 'failed', 'reversed'] as const;
export type SandboxOutcome = (typeof SANDBOX_OUTCOMES)[number];

export const SANDBOX_OUTCOMES = ['delivered', 'failed', 'reversed', 'returned'] as const;
export type SandboxOutcome = (typeof SANDBOX_OUTCOMES)[number];

/** pending: held, the outcome is unknown. completed: delivered. failed: refunded. reversed: refunded after delivery. */
export type AttemptStatus = 'pending' | 'completed' | 'failed' | 'reversed';

/** What was paid for and is carried out by attempts, one after the other. */
export interface Ordered {
  readonly id: string;
  readonly status: AttemptStatus;
  readonly queries: number;
  readonly createdAt: number;
}

/** Committed before the provider is called. */
export interface Attempted {
  readonly id: string;
  /** From 1. */
  readonly number: number;
  readonly provider: string;
  /** Ours, by which the provider is queried. */
  readonly reference: string;
}

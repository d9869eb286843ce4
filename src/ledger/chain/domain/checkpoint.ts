import type { ChainEnd } from './range-audit.js';

/** What a verification found right, so that the next one can go on from there. */
export interface Checkpoint {
  readonly end: ChainEnd;
  /** The sums are made with it; nobody else should know it. */
  readonly secret: string;
  /** Balances and sequences of all accounts, as sums. */
  readonly accounts: readonly number[];
  /** What is held for subjects, as sums; nothing of those that are over. */
  readonly held: readonly number[];
}

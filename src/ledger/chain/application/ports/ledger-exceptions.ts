import type { ExceptedFault, LedgerException, Signature } from '../../domain/ledger-exception.js';

/** Faults that operators set aside, with their signatures. Nothing in it is changed. */
export abstract class LedgerExceptions {
  abstract all(): Promise<LedgerException[]>;
  /** @throws Error where this place was signed already */
  abstract sign(fault: ExceptedFault, place: 1 | 2, signature: Signature): Promise<void>;
}

import type { Anchor } from './anchor.js';
import type { WrongRow } from './stored-rows.js';

export interface ChainHead {
  readonly batchNo: number;
  readonly hash: string;
  readonly createdAt: number;
}

/**
 * whole: all of the ledger was recomputed. recent: that, or what came after the verification before. anchor: the head of
 * its chain was written outside of the database.
 */
export interface LedgerCheck extends ChainHead {
  readonly kind: 'whole' | 'recent' | 'anchor';
  readonly isOk: boolean;
  /** The first wrong row; empty where there is none. */
  readonly detail: string;
}

interface Verdict {
  readonly ok: boolean;
  readonly batches: number;
  /** The batch that they come after. */
  readonly since?: number;
  readonly wrong?: WrongRow;
  readonly faultCount: number;
}

export function checkOfVerdict({ ok, batches, since, wrong, faultCount }: Verdict, now: number): LedgerCheck {
  const more = faultCount > 1 ? ` (and ${faultCount - 1} more)` : '';
  const detail = wrong
    ? `${wrong.table} ${wrong.key}, ${wrong.column}: ${wrong.found} instead of ${wrong.expected}${more}`
    : ok
      ? ''
      : 'not everything could be read';
  const kind = since === undefined ? 'whole' : 'recent';
  return { kind, isOk: ok, batchNo: (since ?? 0) + batches, hash: '', detail, createdAt: now };
}

export function checkOfAnchor({ batchNo, hash, anchoredAt }: Anchor): LedgerCheck {
  return { kind: 'anchor', isOk: true, batchNo, hash, detail: '', createdAt: anchoredAt };
}

import { kobo, toNaira } from '../../kernel/money.js';
import type { Page } from '../../kernel/pagination.js';
import type { Reconciliation, StoredDifference } from './application/ports.js';

export type ShownReconciliations =
  | Page<Reconciliation>
  | { readonly reconciliation: Reconciliation; readonly differences: Page<StoredDifference> };

export function presentReconciliations(shown: ShownReconciliations) {
  if ('items' in shown) return { result: shown.items.map(presentReconciliation), pagination: paginationOf(shown.next) };
  const { reconciliation, differences } = shown;
  const listed = differences.items.map(presentDifference);
  return {
    result: [{ ...presentReconciliation(reconciliation), differences: listed }],
    pagination: paginationOf(differences.next),
  };
}

function paginationOf(next: number | undefined): string {
  return next === undefined ? '' : String(next);
}

export function presentReconciliation(reconciliation: Reconciliation) {
  const { id, provider, day, ours, theirs, matched, missingHere, missingThere, differing } = reconciliation;
  return {
    marker: id,
    provider,
    day,
    ours,
    theirs,
    matched,
    missing_here: missingHere,
    missing_there: missingThere,
    differing,
    difference: toNaira(kobo(reconciliation.differenceKobo)),
    status: reconciliation.status,
    recorded: String(reconciliation.createdAt),
  };
}

function presentDifference(difference: StoredDifference) {
  const { kind, reference, transactionId, oursKobo, theirsKobo, ourStatus, theirStatus, ourTime, theirTime, note } = difference;
  return {
    kind,
    reference,
    transaction_id: transactionId,
    our_amount: amountOf(oursKobo),
    their_amount: amountOf(theirsKobo),
    our_status: ourStatus,
    their_status: theirStatus,
    our_time: textOf(ourTime),
    their_time: textOf(theirTime),
    note,
    recorded: String(difference.createdAt),
  };
}

function amountOf(amountKobo: number | undefined): number | null {
  return amountKobo === undefined ? null : toNaira(kobo(amountKobo));
}

function textOf(time: number | undefined): string {
  return time === undefined ? '' : String(time);
}

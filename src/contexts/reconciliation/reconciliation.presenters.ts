import { kobo, toNaira } from '../../kernel/money.js';
import type { ListPage } from '../../platform/http/list-input.js';
import type { ListKeys } from '../../platform/http/list-keys.js';
import { pageOrFileOf } from '../../platform/http/presenting.js';
import { RowsAsFile, type WholeList } from '../../platform/http/rows-as-file.js';
import type { Reconciliation, StoredDifference } from './reconciliations.js';

type Listed<Item> = ListPage<Item> | WholeList<Item>;

export type ShownReconciliations =
  | Listed<Reconciliation>
  | { readonly reconciliation: Reconciliation; readonly differences: Listed<StoredDifference> };

const presentList = pageOrFileOf('reconciliations', presentReconciliation);
const presentDifferences = pageOrFileOf('differences', presentDifference);

export function presentReconciliations(shown: ShownReconciliations) {
  if ('items' in shown) return presentList(shown);
  const listed = presentDifferences(shown.differences);
  if (listed instanceof RowsAsFile) return listed;
  const { result: differences, ...page } = listed;
  return { result: [{ ...presentReconciliation(shown.reconciliation), differences }], ...page };
}

export const RECONCILIATION_KEYS: ListKeys<Reconciliation> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    day: ({ day }) => day,
    provider: ({ provider }) => provider,
    status: ({ status }) => status,
    matched: ({ matched }) => matched,
    missing_here: ({ missingHere }) => missingHere,
    missing_there: ({ missingThere }) => missingThere,
    differing: ({ differing }) => differing,
    difference: ({ differenceKobo }) => differenceKobo,
  },
  // Too much at one provider does not make good too little at another.
  sums: { difference: ({ differenceKobo }) => Math.abs(differenceKobo) },
};

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

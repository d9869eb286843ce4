import { kobo, toNaira } from '../../kernel/money.js';
import type { ListPage } from '../../platform/http/list-input.js';
import type { ListKeys } from '../../platform/http/list-keys.js';
import { pageOrFileOf } from '../../platform/http/presenting.js';
import { RowsAsFile, type WholeList } from '../../platform/http/rows-as-file.js';
import type { Reconciliation, StoredDifference } from './reconciliations.js';
import {
  type ChainHead,
  type HistoryEntry,
  journalInWords,
  type LedgerCheck,
  type PostedEntry,
  type TrialBalanceLine,
} from '../../ledger/index.js';
import type { OpenClearing, ShownBooks } from './books.js';

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

export function presentBooks({
  day,
  clearing,
  banks,
  accounts,
  walletsKobo,
  trialBalance,
  head,
  verification,
  anchor,
  reconciliations,
}: ShownBooks) {
  return {
    day: day ?? '',
    accounts: accounts.map(({ account, balanceKobo }) => ({ account, balance: toNaira(balanceKobo) })),
    wallets: toNaira(walletsKobo),
    trial_balance: trialBalance.lines.map(presentLine),
    debit: toNaira(trialBalance.debitKobo),
    credit: toNaira(trialBalance.creditKobo),
    clearing: clearing.map(presentClearing),
    banks,
    head: presentHead(head),
    verification: presentVerification(verification),
    anchor: presentHead(anchor),
    reconciliations: reconciliations.map(presentReconciliation),
  };
}

export const POSTING_KEYS: ListKeys<HistoryEntry> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    amount: ({ amountKobo }) => amountKobo,
    balance: ({ balanceKobo }) => balanceKobo,
    what: ({ kind }) => journalInWords(kind),
  },
  sums: { amount: ({ amountKobo }) => amountKobo },
};

export function presentPosting({ journalId, kind, amountKobo, balanceKobo, note, createdAt }: HistoryEntry) {
  return {
    journal: journalId,
    kind,
    what: journalInWords(kind),
    amount: toNaira(amountKobo),
    balance: toNaira(balanceKobo),
    note,
    recorded: String(createdAt),
  };
}

export function presentJournal({ id, kind, subject, batchNo, postedAt, lines }: PostedEntry) {
  return {
    marker: id,
    kind,
    what: journalInWords(kind),
    subject,
    batch: batchNo,
    lines: lines.map(({ account, amountKobo, balanceKobo, note }) => ({
      account,
      amount: toNaira(amountKobo),
      balance: toNaira(balanceKobo),
      note,
    })),
    recorded: String(postedAt),
  };
}

function presentLine({ account, name, type, debitKobo, creditKobo }: TrialBalanceLine) {
  return { account, name, type, debit: toNaira(debitKobo), credit: toNaira(creditKobo) };
}

function presentClearing({ provider, account, balanceKobo }: OpenClearing) {
  return { provider, account, balance: toNaira(balanceKobo) };
}

function presentHead(head: ChainHead | undefined) {
  const { batchNo = 0, hash = '', createdAt = 0 } = head ?? {};
  return { batch: batchNo, batch_hash: hash, recorded: timeOf(createdAt) };
}

function presentVerification(check: LedgerCheck | undefined) {
  const { batchNo = 0, detail = '', createdAt = 0 } = check ?? {};
  return { status: statusOf(check), batch: batchNo, wrong_row: detail, recorded: timeOf(createdAt) };
}

function statusOf(check: LedgerCheck | undefined): string {
  if (!check) return '';
  return check.isOk ? 'right' : 'wrong';
}

/** Zero: never. */
function timeOf(time: number): string {
  return time === 0 ? '' : String(time);
}

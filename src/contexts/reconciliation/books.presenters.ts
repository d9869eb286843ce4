import { toNaira } from '../../kernel/money.js';
import {
  type ChainHead,
  type HistoryEntry,
  journalInWords,
  type LedgerCheck,
  type PostedEntry,
  type TrialBalanceLine,
} from '../../ledger/index.js';
import type { ListKeys } from '../../platform/http/list-keys.js';
import type { OpenClearing, ShownBooks } from './books.js';
import { presentReconciliation } from './reconciliation.presenters.js';

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

import type { ListedTransaction, RecordedTransaction } from '../../kernel/provider-transactions.js';
import { formatNaira, kobo } from '../../kernel/money.js';

/**
 * missing_here: only the provider has it. missing_there: only we have it. amount, status: both have it, differently. duplicate:
 * the provider lists it more than once. clearing: the ledger lacks the booked amount. day: a bank has it on another day. opening,
 * closing: the balance of a bank's statement differs from our books. stated: the balance that a provider states does. fee: the
 * provider kept another fee. destination: it was paid to another account.
 */
export const DIFFERENCE_KINDS = [
  'missing_here',
  'missing_there',
  'amount',
  'status',
  'duplicate',
  'clearing',
  'day',
  'opening',
  'closing',
  'stated',
  'fee',
  'destination',
] as const;

/** Kinds of records that are reconciled with providers. */
export type ReconciledKind = 'biller' | 'deposit' | 'payout';

export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Empty text and undefined where a side has nothing. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly reference: string;
  readonly transactionId: string;
  readonly oursKobo: number | undefined;
  readonly theirsKobo: number | undefined;
  readonly ourStatus: string;
  readonly theirStatus: string;
  readonly ourTime: number | undefined;
  readonly theirTime: number | undefined;
  /** The step that was taken; empty for none. */
  readonly note: string;
}

/** The provider's books less ours. */
export function excessKobo({ kind, oursKobo = 0, theirsKobo = 0 }: Difference): number {
  if (kind === 'clearing') return 0;
  return kind === 'fee' ? oursKobo - theirsKobo : theirsKobo - oursKobo;
}

/** @param theirs what the provider lists under the reference of ours, at least one line */
export function differencesOf(
  ours: RecordedTransaction,
  theirs: readonly ListedTransaction[],
  kind: ReconciledKind,
  endOfDay: number,
): Difference[] {
  const { amountKobo, feeKobo, isReversed, extra, line } = summed(theirs, kind);
  const status = isReversed ? 'reversed' : line.status;
  const about = {
    reference: ours.reference,
    transactionId: line.transactionId,
    ourStatus: ours.status,
    theirStatus: isReversed ? 'reversed' : line.statusText || line.status,
    ourTime: ours.at,
    theirTime: line.at,
    note: '',
  };
  const found: Difference[] = extra.map((repeat) => ({
    ...about,
    kind: 'duplicate',
    transactionId: repeat.transactionId,
    theirTime: repeat.at,
    oursKobo: 0,
    theirsKobo: repeat.amountKobo,
  }));
  const agrees = fits(ours, status, endOfDay);
  if (!agrees)
    found.push({
      ...about,
      kind: 'status',
      oursKobo: moved(ours.status) ? ours.amountKobo : 0,
      theirsKobo: moved(status) ? amountKobo : 0,
    });
  else if (moved(ours.status) && ours.amountKobo !== amountKobo)
    found.push({ ...about, kind: 'amount', oursKobo: ours.amountKobo, theirsKobo: amountKobo });
  else if (ours.status === 'completed' && feeKobo !== undefined && ours.feeKobo !== undefined && ours.feeKobo !== feeKobo)
    found.push({ ...about, kind: 'fee', oursKobo: ours.feeKobo, theirsKobo: feeKobo });
  const { destination } = line;
  if (moved(status) && destination !== undefined && ours.destination !== undefined && destination !== ours.destination)
    found.push({
      ...about,
      kind: 'destination',
      oursKobo: amountKobo,
      theirsKobo: amountKobo,
      note: `to ${destination}, not to ${ours.destination}`,
    });
  return found;
}

interface Summed {
  readonly amountKobo: number;
  /** Undefined where a line does not tell it. */
  readonly feeKobo: number | undefined;
  readonly isReversed: boolean;
  /** Successful lines after the first one, where it must be the only one. */
  readonly extra: readonly ListedTransaction[];
  readonly line: ListedTransaction;
}

/** A transaction of a deposit may have several payments, each with an id of its own; a purchase is delivered once. */
function summed(theirs: readonly ListedTransaction[], kind: ReconciledKind): Summed {
  const successful = theirs.filter(({ status }) => status === 'success');
  const counted: ListedTransaction[] = [];
  const extra: ListedTransaction[] = [];
  for (const line of successful) {
    const isAnother =
      counted.length === 0 ||
      (kind === 'deposit' &&
        line.transactionId !== '' &&
        counted.every(({ transactionId }) => transactionId !== line.transactionId));
    (isAnother ? counted : extra).push(line);
  }
  const isReversed = theirs.some(({ status }) => status === 'reversed');
  const line = counted[0] ?? theirs[0]!;
  const amountKobo = counted.length > 0 ? counted.reduce((sum, entry) => sum + entry.amountKobo, 0) : line.amountKobo;
  const fees = counted.flatMap(({ feeKobo }) => feeKobo ?? []);
  const feeKobo = fees.length === counted.length ? fees.reduce((sum, fee) => sum + fee, 0) : undefined;
  return { amountKobo, feeKobo, isReversed, extra, line };
}

function moved(status: string): boolean {
  return status === 'success' || status === 'completed' || status === 'pending';
}

function fits({ status, reversedAt }: RecordedTransaction, listed: ListedTransaction['status'], endOfDay: number): boolean {
  switch (status) {
    case 'completed':
      return listed === 'success';
    case 'pending':
      return listed === 'pending';
    case 'failed':
      return listed === 'failed' || listed === 'reversed';
    case 'reversed':
      // A purchase that was reversed after the day was delivered on it.
      return listed === 'reversed' || (listed === 'success' && reversedAt !== undefined && reversedAt >= endOfDay);
  }
}

/** The difference for a listed line without a record of ours; undefined if no money is behind it. */
export function missingHere(line: ListedTransaction, kind: ReconciledKind): Difference | undefined {
  const { status, statusText, reference, transactionId, amountKobo, at } = line;
  if (status === 'failed' || status === 'reversed' || (status === 'pending' && kind === 'deposit')) return undefined;
  return {
    kind: 'missing_here',
    reference,
    transactionId,
    oursKobo: undefined,
    theirsKobo: amountKobo,
    ourStatus: '',
    theirStatus: statusText || status,
    ourTime: undefined,
    theirTime: at,
    note: '',
  };
}

/** Undefined where the provider need not list it. */
export function missingThere({ reference, amountKobo, status, at }: RecordedTransaction): Difference | undefined {
  if (status === 'failed' || status === 'reversed') return undefined;
  return {
    kind: 'missing_there',
    reference,
    transactionId: '',
    oursKobo: amountKobo,
    theirsKobo: undefined,
    ourStatus: status,
    theirStatus: '',
    ourTime: at,
    theirTime: undefined,
    note: '',
  };
}

/** The compared side: orders with providers, an account at a bank, or a balance that a provider states. */
export type Compared = ReconciledKind | 'bank' | 'stated';

/** Differences of one kind that an earlier run of the day did not have. */
export interface NewDifferences {
  readonly kind: DifferenceKind;
  readonly count: number;
  readonly sumKobo: number;
  readonly references: readonly string[];
}

const NOUNS: Readonly<Record<Compared, string>> = {
  biller: 'purchase',
  deposit: 'payment',
  payout: 'payout',
  bank: 'line',
  stated: 'balance',
};

const WHAT: Readonly<Record<DifferenceKind, string>> = {
  missing_here: 'listed there and missing here',
  missing_there: 'ours and not listed there',
  amount: 'listed there with another amount',
  status: 'listed there with another status',
  duplicate: 'listed there more than once',
  clearing: 'not in the accounts of the ledger as booked',
  day: 'listed there on another day',
  opening: 'not as in the books before the first day',
  closing: 'not as in the books at the end of the last day',
  stated: 'not as in the books at the end of the day',
  fee: 'listed there with another fee',
  destination: 'paid to another account than ours says',
};

const BILLER: Readonly<Partial<Record<DifferenceKind, string>>> = {
  missing_here: 'Ask the provider who bought it with our keys; nothing was debited here.',
  missing_there:
    'Ask again with control_purchase_requery; a purchase that was not delivered is refunded with control_purchase_resolve.',
  amount: 'Compare the price with the catalogue and claim the difference from the provider.',
  status: 'Ask again with control_purchase_requery, then confirm or refund with control_purchase_resolve.',
  duplicate: 'The provider charged more than once for one purchase: claim it.',
  clearing: 'Run ledger:verify, and compare the journals of these purchases.',
};
const DEPOSIT: Readonly<Partial<Record<DifferenceKind, string>>> = {
  missing_here:
    'Where the provider confirmed a payment when asked, it is credited now, to its wallet or to suspense; ask the provider about the others.',
  missing_there: 'The wallet was credited: ask the provider where the money is, and correct it with control_wallet_adjust.',
  amount: 'What the provider confirmed beyond ours is credited; claim or correct the rest with control_wallet_adjust.',
  status: 'Ask the provider; a reversal is booked when it confirms it.',
  duplicate: 'Ask the provider whether two payments came in.',
  clearing: 'Run ledger:verify, and compare the journals of these payments.',
  fee: 'Compare it with the contract, and claim the difference from the provider or book it with control_settlement_create.',
};
const PAYOUT: Readonly<Partial<Record<DifferenceKind, string>>> = {
  missing_here: 'Ask the provider who paid with our keys, and change them; nothing was debited here.',
  missing_there: 'Ask again with control_payout_requery; a payout that was not paid is refunded with control_payout_resolve.',
  amount: 'Ask the provider what it paid, and claim the difference.',
  status: 'Ask again with control_payout_requery, then confirm or refund with control_payout_resolve.',
  duplicate: 'The provider paid more than once for one payout: claim it.',
  destination: 'Run ledger:verify, which says whether our row was altered; where it was not, claim the amount from the provider.',
  clearing: 'Run ledger:verify, and compare the journals of these payouts.',
  fee: 'Compare it with the contract, and claim the difference from the provider or book it with control_settlement_create.',
};
const BANK: Readonly<Partial<Record<DifferenceKind, string>>> = {
  missing_here: 'Say what it is with control_statement_settle, or ask the bank.',
  missing_there: 'We booked it and the bank does not have it: ask whom it was sent to.',
  amount: 'Ask the bank; what was booked wrongly is corrected by another settlement.',
  duplicate: 'The bank has it more than once: ask for one back, or book it with control_statement_settle.',
  day: 'It is matched; where it is of another month, taxes and balances of that day are other ones.',
  opening: 'Import the statement before it, or look for what is booked on another day.',
  closing: 'The other differences of the statement say why.',
};
const STATED: Readonly<Partial<Record<DifferenceKind, string>>> = {
  stated: 'Reconcile the day with the provider, and book payouts, top-ups and fees that are missing.',
};
const TO_DO: Readonly<Record<Compared, Readonly<Partial<Record<DifferenceKind, string>>>>> = {
  biller: BILLER,
  deposit: DEPOSIT,
  payout: PAYOUT,
  bank: BANK,
  stated: STATED,
};

export function describeNewDifferences(
  { kind, count, sumKobo, references }: NewDifferences,
  of: Compared,
  where: string,
): string {
  const noun = NOUNS[of];
  const more = count > references.length ? ' …' : '';
  const toDo = TO_DO[of][kind];
  return (
    `Reconciliation of ${where}: ${count} ${noun}${count === 1 ? '' : 's'} ${WHAT[kind]}, ${formatNaira(kobo(sumKobo))} ` +
    `(${references.join(', ')}${more}).${toDo === undefined ? '' : ` ${toDo}`} control_reconciliation_fetch shows each.`
  );
}

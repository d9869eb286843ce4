import type { ListedTransaction, RecordedTransaction } from '../../../kernel/provider-transactions.js';

/**
 * missing_here: the provider lists it, we do not have it. missing_there: we have it, the provider does not list it. amount,
 * status: both have it, differently. duplicate: the provider lists it more than once. clearing: the ledger was not
 * given what was booked. day: a bank has it on another day. opening, closing: the balance of a bank's statement is another one than
 * in our books. stated: the balance that a provider states is. fee: the provider kept another fee.
 * destination: it was paid to another account.
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

/** What providers are reconciled of. */
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
  /** What was done about it; empty for nothing. */
  readonly note: string;
}

/** By how much the provider's books are above ours. */
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
      // What was reversed after the day was delivered on it.
      return listed === 'reversed' || (listed === 'success' && reversedAt !== undefined && reversedAt >= endOfDay);
  }
}

/** What the provider lists without a record of ours; undefined where no money is behind it. */
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

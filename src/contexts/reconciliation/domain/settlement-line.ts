import { kobo } from '../../../kernel/money.js';
import type { ListedStatus, ListedTransaction } from '../../../kernel/provider-transactions.js';
import { type DayOrder, parseAmount, parseReference, parseTime } from '../../../kernel/written-values.js';
import type { ColumnMap } from './columns.js';

const WORDS: Readonly<Record<Exclude<ListedStatus, 'unknown'>, string>> = {
  success:
    'success,successful,succeeded,completed,complete,delivered,approved,paid,overpaid,partially_paid,settled,' +
    'transaction successful,payment successful,000,00,90000',
  reversed: 'reversed,reversal,refunded,refund,transaction reversed,transaction reversal,040',
  failed: 'failed,failure,declined,cancelled,canceled,rejected,expired,transaction failed,016',
  pending: 'pending,processing,initiated,in progress,queued,ongoing,099,90009',
};
const TOTAL = /^((sub|grand|page)[ -]?)?(totals?|sum)\b( .*|[:(].*)?$/i;

interface Row {
  readonly cells: readonly string[];
  readonly text: (column: string) => string;
}

/** A sum below the lines or a page: it has no reference of its own. */
export function isSum({ cells, text }: Row, map: ColumnMap): boolean {
  const isNamed = [map.reference, map.transactionId].map(text).some((each) => each !== '' && !TOTAL.test(each));
  return !isNamed && cells.some((cell) => TOTAL.test(cell));
}

/** @throws RangeError that says which column cannot be read */
export function toTransaction(
  text: (column: string) => string,
  map: ColumnMap,
  order: DayOrder = 'day first',
): ListedTransaction {
  const referenceIn = (column: string) => {
    const reference = parseReference(text(column));
    if (reference !== undefined) return reference;
    throw new RangeError(
      `${column} "${text(column)}" is a number that a spreadsheet has rounded: take the file as the provider wrote it`,
    );
  };
  const [reference, transactionId] = [referenceIn(map.reference), referenceIn(map.transactionId)];
  if (reference === '' && transactionId === '') throw new RangeError(`${map.reference} is empty`);
  const amountIn = (column: string) => {
    const [written, amountKobo] = [text(column), parseAmount(text(column), map)];
    if (amountKobo !== undefined && /\d/.test(written)) return amountKobo;
    throw new RangeError(`${column} "${written.slice(0, 40)}" is no amount in ${map.unit}${adviceFor(written, map)}`);
  };
  const signedKobo = amountIn(map.amount);
  const feeKobo = text(map.fee) === '' ? undefined : kobo(Math.abs(amountIn(map.fee)));
  const statusText = text(map.status);
  const status = statusOf(statusText);
  const time = text(map.time);
  const at = time === '' ? undefined : parseTime(time, order)?.at;
  if (time !== '' && at === undefined) throw new RangeError(`${map.time} "${time.slice(0, 40)}" is no time`);
  // What was paid back is written as a negative amount.
  const isPaidBack = signedKobo < 0 && status === 'success';
  const amountKobo = kobo(Math.abs(signedKobo));
  return { reference, transactionId, amountKobo, status: isPaidBack ? 'reversed' : status, statusText, at, feeKobo };
}

function adviceFor(written: string, map: ColumnMap): string {
  const decimal = map.decimal === '.' ? ',' : '.';
  return parseAmount(written, { ...map, decimal }) === undefined ? '' : `; --map may say "decimal": "${decimal}"`;
}

/** A file without states lists what succeeded. */
function statusOf(text: string): ListedStatus {
  const word = text.toLowerCase().replaceAll(/[\s-]+/g, ' ');
  const found = Object.entries(WORDS).find(([, words]) => words.split(',').includes(word));
  return word === '' ? 'success' : ((found?.[0] as ListedStatus | undefined) ?? 'unknown');
}

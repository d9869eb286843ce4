import { kobo, type Kobo, parseNaira } from '../../../kernel/money.js';
import { parseLagosDate, parseLagosTime } from '../../../kernel/lagos-time.js';
import type { ListedStatus, ListedTransaction } from '../../../kernel/provider-transactions.js';
import type { ColumnMap } from './columns.js';

const WORDS: Readonly<Record<Exclude<ListedStatus, 'unknown'>, string>> = {
  success:
    'success,successful,succeeded,completed,complete,delivered,approved,paid,overpaid,partially_paid,settled,' +
    'transaction successful,payment successful,000,00,90000',
  reversed: 'reversed,reversal,refunded,refund,transaction reversed,transaction reversal,040',
  failed: 'failed,failure,declined,cancelled,canceled,rejected,expired,transaction failed,016',
  pending: 'pending,processing,initiated,in progress,queued,ongoing,099,90009',
};
const SLASHED = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?:[ ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AP])M)?)?$/i;

/** @throws RangeError that says which column cannot be read */
export function toTransaction(record: Readonly<Record<string, string | undefined>>, map: ColumnMap): ListedTransaction {
  const text = (column: string) => (record[column] ?? '').trim();
  const [reference, transactionId] = [text(map.reference), text(map.transactionId)];
  if (reference === '' && transactionId === '') throw new RangeError(`${map.reference} is empty`);
  const amount = text(map.amount);
  const amountKobo = amountOf(amount.replace(/^[-(]|\)$/g, ''), map.unit);
  if (amountKobo === undefined) throw new RangeError(`${map.amount} "${amount.slice(0, 40)}" is no amount in ${map.unit}`);
  const fee = text(map.fee).replace(/^[-(]|\)$/g, '');
  const feeKobo = fee === '' ? undefined : amountOf(fee, map.unit);
  if (fee !== '' && feeKobo === undefined) throw new RangeError(`${map.fee} "${fee.slice(0, 40)}" is no amount in ${map.unit}`);
  const statusText = text(map.status);
  const status = statusOf(statusText);
  const time = text(map.time);
  const at = time === '' ? undefined : timeOf(time);
  if (time !== '' && at === undefined) throw new RangeError(`${map.time} "${time.slice(0, 40)}" is no time`);
  // What was paid back is written as a negative amount.
  const isPaidBack = /^[-(]/.test(amount) && status === 'success';
  return { reference, transactionId, amountKobo, status: isPaidBack ? 'reversed' : status, statusText, at, feeKobo };
}

function amountOf(text: string, unit: ColumnMap['unit']): Kobo | undefined {
  const plain = text.replace(/^(₦|NGN|N)/i, '').replaceAll(/[,\s]/g, '');
  if (/^0+(\.0*)?$/.test(plain)) return kobo(0);
  if (unit === 'naira') return parseNaira(plain);
  const [whole = '', part = ''] = plain.split('.');
  return /^\d{1,15}$/.test(whole) && /^0*$/.test(part) ? kobo(Number(whole)) : undefined;
}

/** A file without states lists what succeeded. */
function statusOf(text: string): ListedStatus {
  const word = text.toLowerCase().replaceAll(/[\s-]+/g, ' ');
  const found = Object.entries(WORDS).find(([, words]) => words.split(',').includes(word));
  return word === '' ? 'success' : ((found?.[0] as ListedStatus | undefined) ?? 'unknown');
}

/** Without a zone it is Lagos time; a date alone is its midnight; 15/03/2026 is day, month, year. */
function timeOf(text: string): number | undefined {
  if (/^\d{13}$/.test(text)) return Number(text);
  if (/^\d{10}$/.test(text)) return Number(text) * 1_000;
  const iso = text.replace(/ ?([+-]\d{2})(\d{2})$/, '$1:$2').replace(/(\.\d{3})\d+/, '$1');
  const [, day = '', month = '', year, hour = '0', minute = '00', second = '00', half] = SLASHED.exec(text) ?? [];
  if (year === undefined) return parseLagosDate(iso) ?? parseLagosTime(iso);
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
  return parseLagosTime(
    `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${String(hours).padStart(2, '0')}:${minute}:${second}`,
  );
}

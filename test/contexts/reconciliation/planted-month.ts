import { PurchaseAnswerRow, PurchaseRow } from '../../../src/contexts/purchases/purchases.rows.js';
import type { DifferenceKind } from '../../../src/contexts/reconciliation/differences.js';
import type { ListedTransaction } from '../../../src/kernel/provider-transactions.js';
import { DAY_MS } from '../../../src/kernel/clock.js';
import { newId } from '../../../src/kernel/ids.js';
import { lagosDate, lagosMidnight } from '../../../src/kernel/lagos-time.js';
import { kobo } from '../../../src/kernel/money.js';
import type { Database } from '../../../src/platform/database/database.js';
import { tableOf } from '../../../src/platform/database/table.js';

const ACCOUNT = 'system:held:sandbox';
const AT_ONCE = 10_000;
const SECOND_MS = 1_000;
const SURCHARGE_KOBO = 10_000;

interface Planned {
  readonly id: string;
  readonly reference: string;
  readonly at: number;
  readonly amountKobo: number;
  status: PurchaseRow['status'];
  settledAt: number;
  /** The provider's own id, where our records have it. */
  theirs?: string;
  isPosted: boolean;
}

export interface PlantedMonth {
  /** Settlement files by day. */
  readonly files: ReadonlyMap<string, readonly ListedTransaction[]>;
  /** `kind reference` of each difference. */
  readonly expected: ReadonlySet<string>;
  readonly purchases: number;
}

export interface Wish {
  readonly firstDay: string;
  readonly days: number;
  readonly count: number;
  /** How much of it is on the first day, from 0 to 1. */
  readonly onFirstDay?: number;
}

/** What happens to every so many purchases, so that each case is on each day. */
const CYCLE = 101;

/** Purchases in the database and settlement files of the sandbox, with differences of each kind. */
export async function plantMonth(database: Database, { firstDay, days, count, onFirstDay = 0 }: Wish): Promise<PlantedMonth> {
  const begin = lagosMidnight(firstDay);
  const files = new Map<string, ListedTransaction[]>();
  for (let day = 0; day <= days; day++) files.set(lagosDate(begin + day * DAY_MS), []);
  const expected = new Set<string>();
  const expects = (kind: DifferenceKind, reference: string) => expected.add(`${kind} ${reference}`);
  const list = (line: ListedTransaction) => files.get(lagosDate(line.at!))!.push(line);
  const first = Math.floor(count * onFirstDay);
  const timeOf = (index: number) => {
    const [position, of, from, length] =
      index < first ? [index, first, begin, DAY_MS] : [index - first, count - first, begin + (first > 0 ? DAY_MS : 0), 0];
    const span = length === 0 ? (first > 0 ? days - 1 : days) * DAY_MS : length;
    return from + Math.floor((position / of) * span);
  };
  const midnightAfter = (at: number) => lagosMidnight(lagosDate(at)) + DAY_MS;

  let planned: Planned[] = [];
  for (let index = 0; index < count; index++) {
    const reference = `REF${String(index).padStart(8, '0')}`;
    const amountKobo = 10_000 + (index % 997) * 100;
    const regular = timeOf(index);
    const turn = index % CYCLE;
    const isLate = [11, 12, 13].includes(turn);
    const at = isLate ? midnightAfter(regular) - 5 * SECOND_MS : regular;
    const purchase: Planned = {
      id: newId(),
      reference,
      at,
      amountKobo,
      status: 'completed',
      settledAt: at + SECOND_MS,
      isPosted: true,
    };
    const line: ListedTransaction = {
      reference,
      transactionId: `T${index}`,
      amountKobo: kobo(amountKobo),
      status: 'success',
      statusText: 'delivered',
      at: isLate ? at + 8 * SECOND_MS : Math.min(at + SECOND_MS, midnightAfter(at) - 1),
    };
    switch (turn) {
      case 1:
        expects('missing_there', reference);
        break;
      case 2:
        // Another product of ours buys with the same keys.
        list({ ...line, reference: `shop/${index}`, transactionId: `S${index}` });
        list(line);
        expects('missing_here', `shop/${index}`);
        break;
      case 3:
        list({ ...line, amountKobo: kobo(amountKobo + 5_000) });
        expects('amount', reference);
        break;
      case 4:
        list({ ...line, status: 'failed', statusText: 'failed' });
        expects('status', reference);
        break;
      case 5:
        purchase.status = 'pending';
        list(line);
        expects('status', reference);
        break;
      case 6:
        list(line);
        list({ ...line, transactionId: `D${index}` });
        expects('duplicate', reference);
        break;
      case 7:
        list(line);
        list({ ...line, status: 'reversed', statusText: 'reversed' });
        expects('status', reference);
        break;
      case 8:
        // Delivered that day, and taken back days later.
        purchase.status = 'reversed';
        purchase.settledAt = at + 3 * DAY_MS;
        list(line);
        break;
      case 9:
        purchase.status = 'reversed';
        list({ ...line, status: 'reversed', statusText: 'reversed' });
        break;
      case 10:
        purchase.status = 'failed';
        if (index % 2 === 0) list({ ...line, status: 'failed', statusText: 'failed' });
        break;
      case 11:
        // Across midnight.
        list(line);
        break;
      case 12:
        list({ ...line, amountKobo: kobo(amountKobo - 100) });
        expects('amount', reference);
        break;
      case 13:
        expects('missing_there', reference);
        break;
      case 14:
        list({ ...line, reference: `'${reference.toLowerCase()} ` });
        break;
      case 15:
        // The provider names it by its own id only.
        purchase.theirs = `OWN-${index}`;
        list({ ...line, reference: purchase.theirs, transactionId: '' });
        break;
      case 16:
        purchase.isPosted = false;
        list(line);
        expects('clearing', reference);
        break;
      case 17:
        purchase.status = 'failed';
        list(line);
        expects('status', reference);
        break;
      default:
        list(line);
    }
    planned.push(purchase);
    if (planned.length < AT_ONCE && index < count - 1) continue;
    await write(database, planned);
    planned = [];
  }
  await post(database);
  return { files, expected, purchases: count };
}

/** Numbered as the ledger does: in the order of their times, without gaps. */
async function post(database: Database): Promise<void> {
  await database.rows(
    `INSERT INTO posting (account_id, recorded, seq, journal_id, batch_no, line, amount_kobo, balance_kobo, kind, note)
      SELECT '${ACCOUNT}', j.recorded, ROW_NUMBER() OVER (ORDER BY j.recorded, j.id), j.id, j.batch_no, j.position,
        p.amount_kobo + ${SURCHARGE_KOBO}, 0, 'purchase', ''
      FROM journal j JOIN purchase p ON p.id = j.subject WHERE j.batch_no = -1`,
  );
}

async function write(database: Database, planned: readonly Planned[]): Promise<void> {
  const texts = {
    userId: 'user',
    categoryId: 'c',
    billerId: 'b',
    billerName: 'MTN',
    itemId: 'i',
    itemName: 'VTU',
    paymentCode: 'p',
    customerId: '08030000000',
    customerName: '',
    customerAddress: '',
    customerEmail: '',
    customerMobile: '',
    responseCode: '',
    responseMessage: '',
    details: '{}',
    sealedDeliverables: null,
  };
  const surcharge = { kind: 'surcharge', name: 'Surcharge', amountKobo: SURCHARGE_KOBO, baseKobo: 0, tariffId: '' };
  const numbers = { deliversPin: false, charges: JSON.stringify([surcharge]), commissionKobo: 0, queries: 0 };
  const purchases = planned.map(({ id, reference, at, amountKobo, status, settledAt }) => ({
    ...texts,
    ...numbers,
    id,
    kind: 'airtime' as const,
    reference,
    amountKobo,
    status,
    nextQueryAt: null,
    createdAt: at,
    settledAt: status === 'pending' ? null : settledAt,
  }));
  const answers = planned
    .filter(({ theirs }) => theirs !== undefined)
    .map(({ id, theirs, at }) => ({
      id: `${id}n`,
      purchaseId: id,
      attemptId: `${id}a`,
      call: 'submit' as const,
      outcome: 'success',
      code: '',
      message: '',
      httpStatus: null,
      providerReference: theirs!,
      createdAt: at,
    }));
  const unposted = planned.filter(({ isPosted }) => !isPosted).map(({ id }) => `'${id}'`);
  const these = `FROM purchase WHERE id >= '${planned[0]!.id}' AND id <= '${planned.at(-1)!.id}'`;
  const posted = `${these} AND id NOT IN (${["''", ...unposted].join()})`;
  const line = 'CAST(SUBSTR(reference, 4) AS UNSIGNED)';
  await database.transaction(async () => {
    await tableOf(PurchaseRow).insertNew(database, purchases);
    await tableOf(PurchaseAnswerRow).insertNew(database, answers);
    // By the database itself, which is faster than row by row.
    await database.rows(
      `INSERT INTO purchase_attempt
        (id, purchase_id, attempt_no, provider, reference, payment_code, state, raw_code, raw_message, recorded)
        SELECT CONCAT(id, 'a'), id, 1, 'sandbox', reference, 'p', 'submitted', '', '', recorded ${these}`,
    );
    // Before the first batch, which no consumer reads.
    await database.rows(
      `INSERT INTO journal (batch_no, position, id, kind, subject, request, recorded)
        SELECT -1, ${line}, CONCAT(id, 'j'), 'purchase', id, '', recorded ${posted}`,
    );
  });
}

export async function* inPortions(lines: readonly ListedTransaction[]): AsyncIterable<ListedTransaction[]> {
  for (let start = 0; start < lines.length; start += 500) yield await Promise.resolve(lines.slice(start, start + 500));
}

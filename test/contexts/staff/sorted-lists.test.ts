import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DepositOrderRow } from '../../../src/contexts/deposits/orders.store.js';
import type { Reconciliation } from '../../../src/contexts/reconciliation/reconciliations.js';
import { RECONCILIATION_KEYS } from '../../../src/contexts/reconciliation/reconciliation.presenters.js';
import { PurchaseRow } from '../../../src/contexts/purchases/purchases.rows.js';
import { ALL_GRANTS } from '../../../src/contexts/staff/members/grants.js';
import { newId } from '../../../src/kernel/ids.js';
import { addDays, lagosDate, lagosMidnight } from '../../../src/kernel/lagos-time.js';
import { kobo, ZERO_KOBO } from '../../../src/kernel/money.js';
import { Database } from '../../../src/platform/database/database.js';
import { fieldsOf } from '../../../src/platform/http/input.decorators.js';
import { sumsOf } from '../../../src/platform/http/list-keys.js';
import { OperationRegistry } from '../../../src/platform/http/operation-registry.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { BACKENDS } from '../../support/backend.js';
import { signInStaff } from '../../support/staff.js';

type Row = Readonly<Record<string, string | number>>;
interface Listed {
  readonly result: readonly Row[];
  readonly pagination: string;
  readonly totals?: Readonly<Record<string, number | boolean>>;
}

const ADDRESSES = ['phoneNumber', 'customer_mobile', 'username', 'email', 'emailAddress', 'customer_id', 'payer_account'];
/** Fields of what people write, in which an address may be. */
const TEXTS = ['subject', 'descrpt', 'message', 'narration', 'note', 'rqnote', 'feedback', 'response_message'];

const DEPOSITS = 'control_user_wallet_deposit';
/** Orders of each of three days, more than two pages of 50 together. */
const OF_DAY = 40;
const TODAY = lagosDate(Date.now());
const DAYS = [addDays(TODAY, -2), addDays(TODAY, -1), TODAY];

describe.each(BACKENDS)('sorted lists of staff on %s', (backend) => {
  let service: TestApp;
  let clerk: TestUser;
  let ada: TestUser;

  beforeAll(async () => {
    service = await startApp(backend);
    clerk = await signInStaff(service, ...ALL_GRANTS);
    ada = await service.register({ fsnm: 'Ada' });
    const orders = service.app.get(Database).repository(DepositOrderRow);
    for (const day of DAYS) {
      const rows = Array.from({ length: OF_DAY }, (_, place) =>
        order(ada.userid, lagosMidnight(day) + place, 100_00 + (place % 7) * 50),
      );
      await orders.insert(rows);
    }
  });
  afterAll(() => service.close());

  const ask = (action: string, query: Record<string, string>, as = clerk) => service.client.get(action, { as, query });
  const list = async (query: Record<string, string>): Promise<Listed> => {
    const { status, body } = await ask(DEPOSITS, query);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.DATA;
  };
  /** All pages, each going on where the one before says. */
  const walk = async (query: Record<string, string>): Promise<Row[]> => {
    const rows: Row[] = [];
    let page = '';
    do {
      const { result, pagination } = await list({ ...query, pnum: '50', ...(page === '' ? {} : { page }) });
      rows.push(...result);
      page = pagination;
    } while (page !== '');
    return rows;
  };
  /** What the service answers without an order, sorted here. */
  const sortedHere = async (query: Record<string, string>, field: string, sign: 1 | -1) =>
    (await walk(query)).toSorted((one, other) => sign * (Number(one[field]) - Number(other[field])));

  it.each([
    ['desc', -1],
    ['asc', 1],
  ] as const)('go on over pages, %s, equal ones newest first', async (direction, sign) => {
    const rows = await walk({ rqtp: 'all', sort: 'ax_amount', order: direction });
    expect(rows).toHaveLength(DAYS.length * OF_DAY);
    expect(rows).toEqual(await sortedHere({ rqtp: 'all' }, 'ax_amount', sign));
  });

  it('are sorted and summed within days and filters', async () => {
    const query = { rqtp: 'user', rqvl: ada.userid, from: DAYS[1]!, to: DAYS[1]! };
    const sorted = await list({ ...query, sort: 'ax_amount', pnum: '10' });
    const all = await sortedHere(query, 'ax_amount', -1);
    expect(all).toHaveLength(OF_DAY);
    expect(sorted.result).toEqual(all.slice(0, 10));
    const ordered = Math.round(all.reduce((sum, { ax_amount }) => sum + Number(ax_amount) * 100, 0)) / 100;
    const totals = { count: OF_DAY, ax_amount: ordered, ax_received: 0, more: false };
    expect(sorted.totals).toEqual(totals);
    expect((await list({ ...query, totals: 'true' })).totals).toEqual(totals);
    expect((await list({ ...query, totals: 'true' })).result).toEqual((await list(query)).result);
    expect(Object.keys(await list(query))).toEqual(['result', 'pagination']);
  });

  it('have the oldest first where only an order is given', async () => {
    const rows = await walk({ rqtp: 'all', order: 'asc' });
    expect(rows.map(({ recorded }) => Number(recorded))).toEqual(
      rows.map(({ recorded }) => Number(recorded)).toSorted((a, b) => a - b),
    );
  });

  it('are a file in their order', async () => {
    const { body } = await ask(DEPOSITS, { rqtp: 'all', sort: 'ax_amount', order: 'asc', format: 'csv' });
    const [head, ...lines] = Buffer.from((body.DATA as { content: string }).content, 'base64')
      .toString()
      .trim()
      .split('\n');
    const column = head!.split(',').indexOf('ax_amount');
    const amounts = lines.map((line) => Number(line.split(',')[column]));
    expect(amounts).toHaveLength(DAYS.length * OF_DAY);
    expect(amounts).toEqual(amounts.toSorted((one, other) => one - other));
  });

  it('decrypt what purchases delivered for the page that is shown alone', async () => {
    const rows = [1, 2].map((id) => purchase(ada.userid, id));
    await service.app.get(Database).repository(PurchaseRow).insert(rows);
    const query = { rqtp: 'user', rqvl: ada.userid, sort: 'tx_amount' };
    const { status, body } = await ask('control_purchase_fetch', { ...query, pnum: '1' });
    expect([status, (body.DATA as unknown as Listed).result.map(({ tx_amount: amount }) => amount)]).toEqual([200, ['200.00']]);
  });

  it('have addresses as the permissions show them', async () => {
    const without = await signInStaff(service, ...ALL_GRANTS.filter((grant) => grant !== 'userControl.showEmailAd'));
    const query = { rqtp: 'all', sort: 'firstName' };
    const seen = (await ask('control_user_data_list', query)).body.DATA as unknown as Listed;
    const masked = (await ask('control_user_data_list', query, without)).body.DATA as unknown as Listed;
    expect(JSON.stringify(seen)).toContain(ada.email);
    expect(JSON.stringify(masked)).not.toMatch(/[a-z0-9]{4,}@/);
    expect(masked.totals!['count']).toBeGreaterThan(1);
  });

  const lists = () =>
    service.app
      .get(OperationRegistry, { strict: false })
      .all()
      .filter(({ inputClass }) => sumsOf(inputClass));
  const namesOf = (inputClass: new () => object) => fieldsOf(inputClass).find(({ name }) => name === 'sort')!.values!;

  it('are sorted by nothing that addresses are masked in', () => {
    const found = lists().flatMap(({ action, inputClass }) => namesOf(inputClass).map((name) => `${action} ${name}`));
    expect(found.filter((name) => [...ADDRESSES, ...TEXTS].includes(name.split(' ')[1]!))).toEqual([]);
  });

  it('are summed where their amounts are of one kind', () => {
    const summed = lists().flatMap(({ action, inputClass }) => {
      const sums = sumsOf(inputClass)!;
      return sums.length === 0 ? [] : [[action, sums] as const];
    });
    expect(Object.fromEntries(summed)).toEqual({
      control_user_data_list: ['balance'],
      control_user_wallet_deposit: ['ax_amount', 'ax_received'],
      control_purchase_fetch: ['tx_amount', 'total'],
      control_user_trade_history: ['tx_amount', 'total'],
      control_payout_fetch: ['amount', 'total'],
      control_account_fetch: ['amount'],
      control_reconciliation_fetch: ['difference'],
    });
    const days = [{ differenceKobo: 500 }, { differenceKobo: -500 }] as unknown as Reconciliation[];
    expect(days.map((day) => RECONCILIATION_KEYS.sums!['difference']!(day))).toEqual([500, 500]);
  });

  it.each([
    [{ sort: 'evil' }, 'sort_invalid'],
    [{ sort: 'ax_number' }, 'sort_invalid'],
    [{ sort: 'constructor' }, 'sort_invalid'],
    [{ sort: 'ax_amount', order: 'up' }, 'order_invalid'],
    [{ totals: 'maybe' }, 'totals_invalid'],
    [{ page: '50' }, 'page_invalid'],
    [{ sort: 'ax_amount', page: String(lagosMidnight(TODAY)) }, 'page_invalid'],
    [{ sort: 'ax_amount', page: '12345' }, 'page_invalid'],
  ])('refuse %o', async (query, id) => {
    const { status, body } = await ask(DEPOSITS, { rqtp: 'all', ...query });
    expect([status, body.ERRORS.ID]).toEqual([400, id]);
  });

  it('take every name that they declare', async () => {
    expect(lists().length).toBeGreaterThan(20);
    for (const { action, inputClass } of lists()) {
      for (const sort of namesOf(inputClass)) {
        const { status, body } = await ask(action, { ...required(inputClass), sort, order: 'asc' });
        const found = status === 200 ? 'rows' : body.ERRORS.ID;
        expect(found, `${action} ${sort} ${status}`).toMatch(/^(rows|no_\w+|not_found|nothing_\w+|process_\w+)$/);
      }
    }
  });

  /** Whatever lists of their operation need. */
  function required(inputClass: new () => object): Record<string, string> {
    const values: Record<string, string> = { uxid: ada.userid, rqux: ada.userid, reqv: newId() };
    const fields = fieldsOf(inputClass).map(({ name }) => name);
    const kind = fieldsOf(inputClass).find(({ name }) => name === 'rqtp');
    return {
      ...Object.fromEntries(Object.entries(values).filter(([name]) => fields.includes(name))),
      ...(kind ? { rqtp: 'all' } : fields.includes('rqvl') ? { rqvl: 'system:suspense' } : {}),
    };
  }
});

/** What the cheap one delivered cannot be decrypted. */
function purchase(userId: string, hundreds: number): PurchaseRow {
  return {
    id: newId(),
    userId,
    kind: 'airtime',
    categoryId: '',
    billerId: '',
    billerName: '',
    itemId: '',
    itemName: '',
    paymentCode: '',
    reference: newId(),
    deliversPin: true,
    customerId: '',
    customerName: '',
    customerAddress: '',
    customerEmail: '',
    customerMobile: '',
    amountKobo: hundreds * 100_00,
    charges: null,
    commissionKobo: 0,
    status: 'completed',
    responseCode: '',
    responseMessage: '',
    details: '{}',
    sealedDeliverables: hundreds === 1 ? 'not sealed' : null,
    queries: 0,
    nextQueryAt: null,
    createdAt: Date.now() + hundreds,
    settledAt: Date.now(),
  };
}

function order(userId: string, recorded: number, amountKobo: number): DepositOrderRow {
  return {
    id: newId(),
    userId,
    provider: 'sandbox',
    amountKobo: kobo(amountKobo),
    status: 'expired',
    slot: null,
    accountNumber: '0123456789',
    accountName: 'Harmattan / Ada Obi',
    bankName: 'Sandbox Bank',
    expiresAt: recorded + 1_800_000,
    receivedKobo: ZERO_KOBO,
    costKobo: ZERO_KOBO,
    nextQueryAt: null,
    queries: 0,
    createdAt: recorded,
    orderSeal: null,
  };
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DepositOrderRow } from '../../src/contexts/deposits/orders.store.js';
import { Ledger } from '../../src/ledger/index.js';
import { newId } from '../../src/kernel/ids.js';
import { naira, ZERO_KOBO } from '../../src/kernel/money.js';
import { Database } from '../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../support/app.js';
import { BACKENDS } from '../support/backend.js';
import { movement } from '../support/ledger-fixture.js';
import type { Answer } from '../support/client.js';
import { AIRTIME } from './support/contract-fixture.js';
import { ManualClock } from '../support/clocks.js';

type Entry = Readonly<Record<string, string>>;

/** Records in each millisecond: single ones, groups at the edge of a page of 15, and more than a page holds. */
const GROUPS = [1, 3, 20, 1, 14, 15, 2, 16, 1, 7];
const TOTAL = GROUPS.reduce((sum, size) => sum + size);
const PURCHASES = [1, 4, 2, 3, 1];

describe.each(BACKENDS)('pagination on %s', (backend) => {
  const clock = new ManualClock(Date.now());
  let service: TestApp;
  let ada: TestUser;
  let obi: TestUser;

  beforeAll(async () => {
    service = await startApp(backend, {}, clock);
    [ada, obi] = [await service.register(), await service.register()];
    await service.app.get(Ledger).commit(movement('system:suspense', ada.userid, naira(1_000_000)));
    const orders = service.app.get(Database).repository(DepositOrderRow);
    for (const [place, size] of GROUPS.entries()) {
      clock.time += 1;
      for (let count = 0; count < size; count++) {
        const [as, to] = count % 3 === 2 ? [obi, ada] : [ada, obi];
        const sent = await service.client.post('user_transfer_create', {
          as,
          body: { email: to.email, amount: 60 - (count % 3) * 5 },
        });
        mustBeOk(sent);
        await orders.insert(expiredOrder(ada.userid, clock.time));
      }
      for (let count = 0; count < (PURCHASES[place] ?? 0); count++) {
        const bought = await service.client.post('service_airtime_purchase', {
          as: ada,
          body: { ...AIRTIME, amount: 50 + count },
        });
        mustBeOk(bought);
      }
    }
    clock.time += 1;
  });
  afterAll(() => service.close());

  /** Reads all pages as a client does: an array continues from its last item, an object from its pagination. */
  async function walk(action: string, query: Readonly<Record<string, string>> = {}, size = 15): Promise<Entry[][]> {
    const pages: Entry[][] = [];
    let page: string | undefined;
    do {
      const answer = await service.client.get(action, { as: ada, query: { ...query, ...(page ? { page } : {}) } });
      if (answer.body.REQUEST.STATUS === 'FAILED') {
        expect(answer.body.ERRORS.CODE).toBe(404);
        break;
      }
      const { DATA } = answer.body;
      const items = (Array.isArray(DATA) ? DATA : DATA.result) as Entry[];
      expect(items.length).toBeGreaterThan(0);
      const moments = new Set(items.map(({ recorded }) => recorded));
      // Longer than asked for only where all of it is one moment.
      if (items.length > size) expect(moments.size).toBe(1);
      pages.push(items);
      page = Array.isArray(DATA) ? items.at(-1)!['recorded'] : (DATA.pagination as string);
      if (!Array.isArray(DATA) && page !== '') expect(page).toBe(items.at(-1)!['recorded']);
    } while (page !== '' && pages.length < 200);
    return pages;
  }

  /** Nothing twice, nothing lost, newest first; and some records share a millisecond. */
  function expectWhole(pages: Entry[][], count: number, size = 15): void {
    const items = pages.flat();
    expect(new Set(items.map(({ marker }) => marker)).size).toBe(items.length);
    expect(items).toHaveLength(count);
    const moments = items.map(({ recorded }) => Number(recorded));
    expect(moments).toEqual(moments.toSorted((a, b) => b - a));
    expect(new Set(moments).size).toBeLessThan(count);
    expect(pages.length).toBeGreaterThanOrEqual(Math.ceil(new Set(moments).size / size));
    expect(pages.length).toBeGreaterThan(1);
  }

  const bought = PURCHASES.reduce((sum, size) => sum + size);
  const received = GROUPS.reduce((sum, size) => sum + Math.floor(size / 3), 0);

  /** The ledger gives a wallet no more postings in a millisecond than a page holds. */
  function expectNoLongPage(pages: Entry[][]): void {
    expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(15);
  }

  it('of sent, received and all transfers', async () => {
    const all = await walk('user_transfer_fetch', { rqtp: 'all' });
    expectWhole(all, TOTAL);
    expectNoLongPage(all);
    expectWhole(await walk('user_transfer_fetch', { rqtp: 'sender' }), TOTAL - received);
    expectWhole(await walk('user_transfer_fetch', { rqtp: 'receiver' }), received);
    const between = { rqtp: 'sender', rqvl: obi.userid };
    expectWhole(await walk('user_transfer_fetch', between), received);
  });

  it("of the wallet's history, whose balances are consecutive", async () => {
    const pages = await walk('user_wallet_history', { rqtp: 'all' });
    expectWhole(pages, TOTAL + bought + 1);
    expectNoLongPage(pages);
    const entries = pages.flat().map(({ amount, balance }) => [Number(amount), Number(balance)] as const);
    for (const [place, [amount, balance]] of entries.entries()) {
      const before = entries[place + 1]?.[1] ?? 0;
      expect(Math.round((before + amount) * 100)).toBe(Math.round(balance * 100));
    }
  });

  it("of the wallet's activity", async () => {
    const items = (await walk('user_wallet_activity')).flat();
    const ofKind = (kind: string) => items.filter(({ rxtype }) => rxtype === kind);
    // Ada's wallet was funded by a transfer in the ledger.
    expect(ofKind('transfer')).toHaveLength(TOTAL + 1);
    expect(ofKind('deposit')).toHaveLength(TOTAL);
    expect(ofKind('history')).toHaveLength(bought);
    expectWhole(await walk('user_wallet_activity'), 2 * TOTAL + bought + 1);
  });

  it('of notices', async () => {
    const pages = await walk('user_notice_fetch');
    const transfers = pages.flat().filter(({ subject }) => subject!.startsWith('Transfer'));
    expect(transfers).toHaveLength(TOTAL);
    expectWhole(pages, pages.flat().length);
  });

  it('of deposit orders', async () => {
    const queries: Record<string, string>[] = [
      { rqtp: 'all' },
      { rqtp: 'user', rqvl: ada.userid },
      { rqtp: 'status', rqvl: 'expired' },
    ];
    for (const query of queries) expectWhole(await walk('user_deposit_order_fetch', query), TOTAL);
  });

  it.each([1, 2, 3, 10])('of purchases, %d at a time', async (pnum) => {
    const query = { rqtp: 'user', rqvl: ada.userid, pnum: String(pnum) };
    expectWhole(await walk('service_transaction_fetch', query, pnum), bought, pnum);
  });

  it('ends with an empty pagination, and not before', async () => {
    const page = String(clock.time - GROUPS.length - 1);
    const last = await service.client.get('user_notice_fetch', { as: ada, query: { page: String(Number(page) + 1) } });
    expect(last.body.DATA.pagination).toBe('');
    const first = await service.client.get('user_notice_fetch', { as: ada });
    expect(first.body.DATA.pagination).toMatch(/^[0-9]{13}$/);
  });

  it('accepts seconds as page', async () => {
    const seconds = String(Math.floor(clock.time / 1000) + 60);
    const bySeconds = await service.client.get('user_transfer_fetch', { as: ada, query: { rqtp: 'all', page: seconds } });
    const first = await service.client.get('user_transfer_fetch', { as: ada, query: { rqtp: 'all' } });
    expect(bySeconds.body.DATA).toEqual(first.body.DATA);
  });
});

function mustBeOk({ status, body }: Answer): void {
  if (status !== 200) throw new Error(JSON.stringify(body));
}

function expiredOrder(userId: string, recorded: number): DepositOrderRow {
  return {
    id: newId(),
    userId,
    provider: 'sandbox',
    amountKobo: naira(100),
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

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/platform/database/database.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { until } from '../../support/until.js';
import { type Bought, newMeter, newPhone, newSmartcard, SimulatedBillers } from './simulated-billers.js';

const MTN = '10906';
const PREPAID = '76601';

describe.each(ONE_BACKEND)('service with a simulated Quickteller on %s', (backend) => {
  let shop: SimulatedBillers;
  let before: number;
  beforeAll(async () => {
    shop = await SimulatedBillers.open(backend, 'quickteller');
  });
  beforeEach(async () => {
    await shop.useAgain();
    before = await shop.balance();
  });
  afterEach(() => {
    const { quickteller } = shop;
    quickteller.scenarios.clear();
    quickteller.faults.clear();
    Object.assign(quickteller.shapes, { casing: 'pascal', encoding: 'encoded', pinInQueries: true });
    shop.assertFaultless(quickteller);
  });
  afterAll(() => shop.close());

  const spent = async () => before - (await shop.balance());
  const buyAirtime = (amount = 500, phone = newPhone()) => shop.buyAirtime(MTN, 'mtn', phone, amount);
  const soldAs = async ({ orderId }: Bought) => shop.quickteller.books.of(await shop.reference(orderId));

  it.each([
    ['mtn', MTN],
    ['glo', '40201'],
    ['airtel', '90101'],
    ['t2', '12001'],
  ])('delivers airtime of %s', async (network, code) => {
    const phone = newPhone();
    const bought = await shop.buyAirtime(code, network, phone, 250.5);
    expect(await soldAs(bought)).toMatchObject({ state: 'delivered', customer: phone, amountKobo: 25_050, deliveries: 1 });
    expect(await shop.purchase(bought.orderId)).toMatchObject({ status: 'completed', recharge_pin: '' });
    expect(await spent()).toBe(250.5);
  });

  it('delivers a bundle at its price', async () => {
    const bought = await shop.payBill('300001', newPhone());
    expect(await soldAs(bought)).toMatchObject({ state: 'delivered', amountKobo: 100_000 });
    expect(await spent()).toBe(1_000);
  });

  it('delivers the bouquet that a smartcard has, and another one, with their surcharge', async () => {
    const smartcard = newSmartcard();
    expect((await shop.verify('10401', smartcard)).body.DATA).toMatchObject({ customerName: 'BIOLA OBI' });
    const renewed = await shop.payBill('10401', smartcard);
    expect(await soldAs(renewed)).toMatchObject({ customer: smartcard, amountKobo: 185_000 });
    const changed = await shop.payBill('10402', smartcard);
    expect(await soldAs(changed)).toMatchObject({ customer: smartcard, amountKobo: 256_500 });
    expect(await spent()).toBe(1_850 + 2_565 + 200);
  });

  it('delivers the token of a prepaid meter, and pays a postpaid one', async () => {
    const meter = newMeter();
    expect((await shop.verify(PREPAID, meter)).status).toBe(200);
    const bought = await shop.payBill(PREPAID, meter, 2_000);
    const { pin } = await soldAs(bought);
    expect(pin).toMatch(/^\d{20}$/);
    expect((await shop.purchase(bought.orderId))['recharge_pin']).toBe(pin);
    await shop.payBill('76701', newMeter(), 3_000);
    expect(await spent()).toBe(5_200);
  });

  it('knows no customer of whom one code says no inside an answer that says yes', async () => {
    const meter = newMeter();
    shop.quickteller.unknownCustomers.add(meter);
    const { status, body } = await shop.verify(PREPAID, meter);
    expect([status, body.REQUEST.STATUS]).toEqual([404, 'FAILED']);
    expect(body.ERRORS.DETAILS).toContain('Unable to verify customer ID');
  });

  it.each([
    ['a recharge PIN of biller 108', '10801', 500],
    ['a PIN of WAEC', '80301', 900],
  ])('delivers %s', async (_, code, price) => {
    const bought = await shop.payBill(code, newPhone());
    expect((await shop.purchase(bought.orderId))['recharge_pin']).toBe((await soldAs(bought)).pin);
    expect(await spent()).toBe(price);
  });

  it.each([['done_then_hang'], ['done_then_close'], ['done_then_error'], ['done_then_garbage']] as const)(
    'completes what was delivered although the answer was %s',
    async (answer) => {
      shop.quickteller.scenarios.next({ end: 'delivered', answer });
      const { orderId, COMMENT } = await buyAirtime();
      expect(COMMENT).toContain('being processed');
      await shop.becomes(orderId, 'completed');
      expect(await spent()).toBe(500);
    },
  );

  it('finds the token in the answer to a query, in the fields of v2', async () => {
    shop.quickteller.shapes.casing = 'camel';
    shop.quickteller.shapes.encoding = 'plain';
    shop.quickteller.scenarios.next({ end: 'delivered', answer: 'done_then_hang' });
    const bought = await shop.payBill(PREPAID, newMeter(), 1_000);
    await shop.becomes(bought.orderId, 'completed');
    expect((await shop.purchase(bought.orderId))['recharge_pin']).toBe((await soldAs(bought)).pin);
  });

  it('holds the money of a token that no query shows', async () => {
    shop.quickteller.shapes.pinInQueries = false;
    shop.quickteller.scenarios.next({ end: 'delivered', answer: 'done_then_hang' });
    const { orderId } = await shop.payBill(PREPAID, newMeter(), 1_000);
    await until(async () => (await shop.queries(orderId)) >= 2);
    expect((await shop.purchase(orderId))['status']).toBe('pending');
    expect(await spent()).toBe(1_100);
  });

  it('returns the money of what failed after a time-out, which a query tells inside an answer that says 90000', async () => {
    shop.quickteller.scenarios.next({ end: 'failed', answer: 'done_then_hang' });
    const { orderId } = await buyAirtime();
    expect(await spent()).toBe(500);
    await shop.becomes(orderId, 'failed');
    expect(await spent()).toBe(0);
  });

  it('asks after a failure that says too little (90006), and then returns the money', async () => {
    shop.quickteller.scenarios.next({ end: 'failed' });
    const bought = await buyAirtime();
    await shop.becomes(bought.orderId, 'failed');
    expect((await soldAs(bought)).questions).toBe(1);
    expect(await spent()).toBe(0);
  });

  it.each(['70013', '10040', '20021'])('returns the money for %s', async (code) => {
    shop.quickteller.scenarios.next({ end: 'refused', code });
    await shop.becomes((await buyAirtime()).orderId, 'failed');
    expect(await spent()).toBe(0);
  });

  it('waits for what is in progress (90009), and completes it once', async () => {
    shop.quickteller.scenarios.next({ end: 'delivered', pendingQueries: 2 });
    const bought = await buyAirtime();
    await shop.becomes(bought.orderId, 'completed');
    expect(await soldAs(bought)).toMatchObject({ questions: 3, deliveries: 1 });
  });

  it('leaves an unknown code undecided, and moves no money', async () => {
    shop.quickteller.scenarios.next({ end: 'delivered', code: '99999', queryCode: '99999' });
    const { orderId } = await buyAirtime();
    await until(async () => (await shop.queries(orderId)) >= 4);
    expect((await shop.purchase(orderId))['status']).toBe('pending');
    expect(await spent()).toBe(500);
  });

  it('completes no part of what was ordered (90010), and tells staff', async () => {
    shop.quickteller.scenarios.next({ end: 'delivered', approvedKobo: 20_000 });
    const { orderId } = await buyAirtime();
    await until(async () => (await shop.staffIsTold(orderId)).length === 1);
    expect((await shop.purchase(orderId))['status']).toBe('pending');
    expect(await spent()).toBe(500);
  });

  it('tells staff of a reference that Quickteller does not know after three questions (70038), and returns nothing', async () => {
    shop.quickteller.scenarios.next({ end: 'lost' });
    const { orderId } = await buyAirtime();
    await until(async () => (await shop.queries(orderId)) >= 2);
    expect(await shop.staffIsTold(orderId)).toEqual([]);
    await until(async () => (await shop.queries(orderId)) >= 5);
    expect(await shop.staffIsTold(orderId)).toEqual([expect.stringContaining('not known to quickteller')]);
    expect((await shop.purchase(orderId))['status']).toBe('pending');
    expect(await spent()).toBe(500);
  });

  it('completes a purchase that Quickteller did not show at first', async () => {
    shop.quickteller.scenarios.next({ end: 'delivered', answer: 'done_then_close', hiddenQueries: 2 });
    const { orderId } = await buyAirtime();
    await shop.becomes(orderId, 'completed');
    expect(await shop.staffIsTold(orderId)).toEqual([]);
  });

  it('returns the money where the float does not cover it, after a query', async () => {
    const { books } = shop.quickteller;
    const { floatKobo } = books;
    books.floatKobo = 40_000;
    const { orderId } = await buyAirtime();
    books.floatKobo = floatKobo;
    await until(async () => (await shop.queries(orderId)) >= 3);
    // 90051 is a sister platform's, and a reference that was refused is not known: neither decides.
    expect((await shop.purchase(orderId))['status']).toBe('pending');
    expect(await shop.staffIsTold(orderId)).toHaveLength(1);
  });

  it('buys once with a new token where the old one has ended', async () => {
    const { granted } = shop.quickteller.tokens;
    shop.quickteller.tokens.end();
    const bought = await buyAirtime();
    expect((await shop.purchase(bought.orderId))['status']).toBe('completed');
    expect(shop.quickteller.tokens.granted).toBe(granted + 1);
    expect((await soldAs(bought)).deliveries).toBe(1);
  });

  it('buys nothing without a token, and returns the money', async () => {
    shop.quickteller.tokens.end();
    shop.quickteller.faults.always('/passport', 'unauthorized');
    const { orderId } = await buyAirtime();
    expect((await shop.purchase(orderId))['status']).toBe('failed');
    expect(await spent()).toBe(0);
  });

  it('holds in its books what Quickteller has in its own', async () => {
    expect(await shop.differences('quickteller', shop.quickteller.books)).toEqual([]);
    expect(shop.quickteller.books.deliveredKobo).toBeGreaterThan(0);
  });

  it('asks about a delivery again after 1, 24 and 72 hours, and tells staff of one that Quickteller took back', async () => {
    const database = shop.service.app.get(Database);
    const { orderId } = await buyAirtime();
    const checks = async () => {
      const rows = await database.rows<{ job_key: string; run_at: number }>(
        "SELECT job_key, run_at FROM job WHERE name = 'purchase.check_reversal'",
      );
      return rows.filter(({ job_key }) => job_key.startsWith(orderId));
    };
    for (const [check, hours] of [
      [1, 1],
      [2, 23],
      [3, 48],
    ] as const) {
      await until(async () => {
        const [due, ...more] = await checks();
        const dueHours = ((due?.run_at ?? 0) - Date.now()) / 3_600_000;
        return more.length === 0 && due?.job_key === `${orderId}:${check}` && dueHours > hours - 0.1 && dueHours <= hours;
      });
      if (check === 3) shop.quickteller.books.reverse(await shop.reference(orderId));
      await database.rows("UPDATE job SET run_at = 1 WHERE name = 'purchase.check_reversal'");
    }
    await until(async () => (await shop.staffIsTold(orderId)).length === 1);
    expect(await shop.queries(orderId)).toBe(3);
    expect(await shop.purchase(orderId)).toMatchObject({ status: 'completed' });
    expect(await checks()).toEqual([]);
  });
});

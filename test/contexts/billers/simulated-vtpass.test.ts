import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PREPAID_METER, POSTPAID_METER, SMARTCARD } from '../../../packages/simulators/vtpass/vtpass-customers.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { until } from '../../support/until.js';
import { type Bought, newMeter, newPhone, newSmartcard, SimulatedBillers } from './simulated-billers.js';

describe.each(ONE_BACKEND)('service with a simulated VTpass on %s', (backend) => {
  let shop: SimulatedBillers;
  let before: number;
  beforeAll(async () => {
    shop = await SimulatedBillers.open(backend, 'vtpass');
  });
  beforeEach(async () => {
    await shop.useAgain();
    before = await shop.balance();
  });
  afterEach(() => {
    const { vtpass } = shop;
    vtpass.scenarios.clear();
    vtpass.faults.clear();
    shop.assertFaultless(vtpass);
  });
  afterAll(() => shop.close());

  const spent = async () => before - (await shop.balance());
  const buyAirtime = (amount = 500, phone = newPhone()) => shop.buyAirtime('mtn:airtime', 'mtn', phone, amount);
  const soldAs = async ({ orderId }: Bought) => shop.vtpass.books.of(await shop.reference(orderId));

  it.each([
    ['mtn', 'mtn:airtime'],
    ['glo', 'glo:airtime'],
    ['airtel', 'airtel:airtime'],
    ['t2', 'etisalat:airtime'],
  ])('delivers airtime of %s', async (network, code) => {
    const phone = newPhone();
    const bought = await shop.buyAirtime(code, network, phone, 250.5);
    expect(await soldAs(bought)).toMatchObject({ state: 'delivered', customer: phone, amountKobo: 25_050, deliveries: 1 });
    expect(await spent()).toBe(250.5);
  });

  it('delivers a bundle at its price', async () => {
    const phone = newPhone();
    const bought = await shop.payBill('mtn-data:mtn-1gb-1000', phone);
    expect(await soldAs(bought)).toMatchObject({ state: 'delivered', customer: phone, amountKobo: 100_000 });
    expect(await spent()).toBe(1_000);
  });

  it('delivers the bouquet that a smartcard has, and another one', async () => {
    const { body } = await shop.verify('dstv:dstv-padi', SMARTCARD);
    expect(body.DATA.dueDate).toBe('2026-12-06');
    expect(body.DATA).toMatchObject({ customerName: 'TEST METER' });
    const renewed = await shop.payBill('dstv:dstv-padi', SMARTCARD);
    expect(await soldAs(renewed)).toMatchObject({
      item: 'dstv:dstv-padi',
      customer: SMARTCARD,
      amountKobo: 185_000,
      subscription: 'renew',
    });
    const changed = await shop.payBill('gotv:gotv-max', newSmartcard());
    expect(await soldAs(changed)).toMatchObject({ item: 'gotv:gotv-max', amountKobo: 360_000, subscription: 'change' });
    expect(await spent()).toBe(1_850 + 3_600);
  });

  it.each(['ikeja-electric', 'eko-electric', 'portharcourt-electric'])(
    'delivers the token of a prepaid meter of %s',
    async (company) => {
      const { status } = await shop.verify(`${company}:prepaid`, PREPAID_METER);
      expect(status).toBe(200);
      const bought = await shop.payBill(`${company}:prepaid`, PREPAID_METER, 2_000);
      const { pin } = await soldAs(bought);
      expect(pin).toMatch(/^\d{20}$/);
      expect((await shop.purchase(bought.orderId))['recharge_pin']).toBe(pin);
      expect(await spent()).toBe(2_000);
    },
  );

  it('pays a postpaid meter, and knows no prepaid one under its number', async () => {
    expect((await shop.verify('ikeja-electric:prepaid', POSTPAID_METER)).status).not.toBe(200);
    await shop.payBill('ikeja-electric:postpaid', POSTPAID_METER, 3_000);
    expect(await spent()).toBe(3_000);
  });

  it.each([
    ['waec:waecdirect', 900],
    ['jamb:utme', 6_200],
  ])('delivers the PIN of %s', async (code, price) => {
    const bought = await shop.payBill(code, newPhone());
    expect((await shop.purchase(bought.orderId))['recharge_pin']).toBe((await soldAs(bought)).pin);
    expect(await spent()).toBe(price);
  });

  const delivered = async ({ orderId }: Bought) => {
    const { misc_data } = await shop.purchase(orderId);
    return (JSON.parse(misc_data!) as { deliverables: Record<string, string>[] }).deliverables;
  };
  const shown = (deliverable: { kind: string; value: string; serial?: string; units?: string }) => ({
    serial: '',
    units: '',
    expires: '',
    ...deliverable,
  });

  it('delivers the serial with the PIN of WAEC, and each of several PINs', async () => {
    shop.vtpass.scenarios.next({ end: 'delivered', pins: 3 });
    const bought = await shop.payBill('waec:waecdirect', newPhone());
    const cards = (await soldAs(bought)).delivered.map(({ pin, serial }) => shown({ kind: 'pin', value: pin, serial }));
    expect(cards).toHaveLength(3);
    expect(await delivered(bought)).toEqual(cards);
    expect((await shop.purchase(bought.orderId))['recharge_pin']).toBe(cards[0]!.value);
  });

  it.each([
    ['ikeja-electric', ['token', 'reset_token', 'configure_token'], 'kWh'],
    ['eko-electric', ['token', 'bonus_token'], ''],
    ['portharcourt-electric', ['token'], ''],
  ])('delivers every token of a meter of %s, with its units', async (company, kinds, unit) => {
    const bought = await shop.payBill(`${company}:prepaid`, newMeter(), 2_000);
    const [sold] = (await soldAs(bought)).delivered;
    const all = [
      { kind: 'token', value: sold!.pin, units: `${sold!.units} ${unit}`.trim() },
      { kind: 'bonus_token', value: sold!.bonusToken, units: '50' },
      { kind: 'reset_token', value: sold!.resetToken },
      { kind: 'configure_token', value: sold!.configureToken },
    ];
    expect(await delivered(bought)).toEqual(all.filter(({ kind }) => kinds.includes(kind)).map(shown));
  });

  it.each([['done_then_hang'], ['done_then_close'], ['done_then_error'], ['done_then_garbage']] as const)(
    'completes what was delivered although the answer was %s',
    async (answer) => {
      shop.vtpass.scenarios.next({ end: 'delivered', answer });
      const { orderId, COMMENT } = await buyAirtime();
      expect(COMMENT).toContain('being processed');
      await shop.becomes(orderId, 'completed');
      expect(await spent()).toBe(500);
    },
  );

  it('returns the money of what failed after a time-out', async () => {
    shop.vtpass.scenarios.next({ end: 'failed', answer: 'done_then_hang' });
    const { orderId } = await buyAirtime();
    expect(await spent()).toBe(500);
    await shop.becomes(orderId, 'failed');
    expect(await spent()).toBe(0);
  });

  it.each(['016', '091', '018', '030'])('returns the money at once for %s', async (code) => {
    shop.vtpass.scenarios.next(code === '016' ? { end: 'failed' } : { end: 'refused', code });
    expect((await shop.purchase((await buyAirtime()).orderId))['status']).toBe('failed');
    expect(await spent()).toBe(0);
  });

  it('waits for what is processing (099), and completes it once', async () => {
    shop.vtpass.scenarios.next({ end: 'delivered', pendingQueries: 2 });
    const bought = await buyAirtime();
    expect((await shop.purchase(bought.orderId))['status']).toBe('pending');
    await shop.becomes(bought.orderId, 'completed');
    expect(await soldAs(bought)).toMatchObject({ questions: 3, deliveries: 1 });
    expect(await spent()).toBe(500);
  });

  it('asks for the token that the first answers lack', async () => {
    shop.vtpass.scenarios.next({ end: 'delivered', withoutPin: 2 });
    const bought = await shop.payBill('ikeja-electric:prepaid', newMeter(), 1_000);
    expect((await shop.purchase(bought.orderId))['status']).toBe('pending');
    await shop.becomes(bought.orderId, 'completed');
    expect((await shop.purchase(bought.orderId))['recharge_pin']).toBe((await soldAs(bought)).pin);
  });

  it('leaves an unknown code undecided, and moves no money', async () => {
    shop.vtpass.scenarios.next({ end: 'delivered', code: '777', queryCode: '777' });
    const { orderId } = await buyAirtime();
    await until(async () => (await shop.queries(orderId)) >= 4);
    expect((await shop.purchase(orderId))['status']).toBe('pending');
    expect(await spent()).toBe(500);
    shop.vtpass.books.settle(await shop.reference(orderId), 'delivered');
    await shop.becomes(orderId, 'completed');
  });

  it('tells staff of a reference that VTpass does not know after three questions (015), and returns nothing', async () => {
    shop.vtpass.scenarios.next({ end: 'lost' });
    const { orderId } = await buyAirtime();
    await until(async () => (await shop.queries(orderId)) >= 2);
    expect(await shop.staffIsTold(orderId)).toEqual([]);
    await until(async () => (await shop.queries(orderId)) >= 5);
    expect(await shop.staffIsTold(orderId)).toEqual([expect.stringContaining('not known to vtpass')]);
    expect((await shop.purchase(orderId))['status']).toBe('pending');
    expect(await spent()).toBe(500);
  });

  it('completes a purchase that VTpass did not know at first', async () => {
    shop.vtpass.scenarios.next({ end: 'delivered', answer: 'done_then_close', hiddenQueries: 2 });
    const { orderId } = await buyAirtime();
    await shop.becomes(orderId, 'completed');
    expect(await shop.staffIsTold(orderId)).toEqual([]);
    expect(await spent()).toBe(500);
  });

  it('asks once about a likely duplicate (019), and returns its money', async () => {
    const phone = newPhone();
    await buyAirtime(500, phone);
    const second = await buyAirtime(500, phone);
    expect((await shop.purchase(second.orderId))['status']).toBe('failed');
    expect(shop.vtpass.books.for(phone)).toHaveLength(1);
    expect(await spent()).toBe(500);
  });

  it('buys nothing that the float does not cover, and says so in a system log', async () => {
    const { books } = shop.vtpass;
    const { floatKobo } = books;
    books.floatKobo = 40_000;
    const { orderId } = await buyAirtime();
    expect((await shop.purchase(orderId))['status']).toBe('failed');
    expect(await spent()).toBe(0);
    books.floatKobo = floatKobo;
  });

  it('believes no webhook: it asks, and what VTpass answers counts', async () => {
    shop.vtpass.scenarios.next({ end: 'delivered', pendingQueries: 1_000_000 });
    const bought = await buyAirtime();
    const reference = await shop.reference(bought.orderId);
    const sold = await soldAs(bought);
    const forged = { code: '000', requestId: reference, content: { transactions: { status: 'delivered' } } };
    const asked = sold.questions;
    expect(await shop.vtpass.announcements.send({ type: 'transaction-update', data: forged })).toBe(1);
    await until(() => sold.questions > asked);
    expect((await shop.purchase(bought.orderId))['status']).toBe('pending');
    shop.vtpass.books.settle(reference, 'failed');
    expect(await shop.vtpass.announce(reference)).toBe(1);
    await shop.becomes(bought.orderId, 'failed');
    expect(await spent()).toBe(0);
  });

  it('returns the money of a reversed delivery once, however often it is told', async () => {
    const bought = await buyAirtime();
    expect(await spent()).toBe(500);
    const reference = await shop.reference(bought.orderId);
    await shop.vtpass.reverse(reference);
    await shop.becomes(bought.orderId, 'reversed');
    await shop.vtpass.announce(reference);
    await until(async () => (await soldAs(bought)).questions >= 1);
    expect(await spent()).toBe(0);
  });

  it('sells at the new price after a variations webhook', async () => {
    await shop.vtpass.reprice('glo-data', 'glo1000', '1100.00');
    await until(async () => (await shop.item('glo-data:glo1000')).amount === 1_100);
    await shop.payBill('glo-data:glo1000', newPhone());
    expect(await spent()).toBe(1_100);
  });

  it('holds in its books what VTpass has in its own', async () => {
    expect(await shop.differences('vtpass', shop.vtpass.books)).toEqual([]);
    expect(shop.vtpass.books.deliveredKobo).toBeGreaterThan(0);
  });
});

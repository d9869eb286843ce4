import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BillerProviders } from '../../../src/contexts/billers/biller-provider.js';
import { RereadPurchases } from '../../../src/contexts/purchases/raw-answers.js';
import { PurchaseAnswersJobs } from '../../../src/contexts/purchases/purchases.jobs.js';
import { DAY_MS } from '../../../src/kernel/clock.js';
import { firstIdAt } from '../../../src/kernel/ids.js';
import { Database } from '../../../src/platform/database/database.js';
import { runCli } from '../../cli/run-cli.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { newMeter, newPhone, SimulatedBillers } from './simulated-billers.js';

interface Shown {
  readonly kind: string;
  readonly value: string;
}

describe.each(ONE_BACKEND)('purchase:reread on %s', (backend) => {
  let shop: SimulatedBillers;
  beforeAll(async () => {
    shop = await SimulatedBillers.open(backend, 'vtpass');
  });
  afterAll(() => shop.close());

  const delivered = async (orderId: string) =>
    (JSON.parse((await shop.purchase(orderId))['misc_data']!) as { deliverables: Shown[] }).deliverables;
  const rows = <Row>(sql: string, ...values: string[]) => shop.service.app.get(Database).rows<Row>(sql, values);
  const reread = (...options: string[]) => runCli(shop.service.environment, 'purchase:reread', ...options, '--json');

  /** By an adapter that knows tokens and PINs alone, as one before it learned of serials, units and further tokens. */
  async function boughtBefore(paymentCode: string, customer: string, amount?: number): Promise<string> {
    const [provider] = shop.service.app.get(BillerProviders).all;
    const submit = provider!.submit.bind(provider);
    const earlier = vi.spyOn(provider!, 'submit').mockImplementation(async (...given) => {
      const outcome = await submit(...given);
      if (outcome.status !== 'success') return outcome;
      const known = (outcome.deliverables ?? []).filter(({ kind }) => kind === 'token' || kind === 'pin');
      return { ...outcome, deliverables: known.map(({ kind, value }) => ({ kind, value })) };
    });
    const { orderId } = await shop.payBill(paymentCode, customer, amount);
    earlier.mockRestore();
    return orderId;
  }

  it('finds what an adapter learned to read afterwards, and tells kinds and counts alone', async () => {
    const meter = await boughtBefore('ikeja-electric:prepaid', newMeter(), 2_000);
    const card = await boughtBefore('waec:waecdirect', newPhone());
    const before = await delivered(meter);
    expect(before).toMatchObject([{ kind: 'token', units: '' }]);
    expect(await delivered(card)).toMatchObject([{ kind: 'pin', serial: '' }]);

    const { exitCode, json, stdout } = await reread();
    expect(exitCode).toBe(0);
    const token = { kind: 'token', count: 1 };
    const others = ['reset_token', 'configure_token'].map((kind) => ({ kind, count: 1 }));
    expect(json).toMatchObject({ read: 2, unreadable: [] });
    expect(json.changed).toContainEqual({ purchaseId: meter, before: [token], after: [token, ...others] });

    const [sold] = shop.vtpass.books.of(await shop.reference(meter)).delivered;
    expect(await delivered(meter)).toMatchObject([
      { kind: 'token', value: sold!.pin, units: `${sold!.units} kWh` },
      { kind: 'reset_token', value: sold!.resetToken },
      { kind: 'configure_token', value: sold!.configureToken },
    ]);
    const [waec] = shop.vtpass.books.of(await shop.reference(card)).delivered;
    expect(await delivered(card)).toMatchObject([{ kind: 'pin', value: waec!.pin, serial: waec!.serial }]);
    expect((await shop.purchase(meter))['recharge_pin']).toBe(before[0]!.value);
    const audited = await rows<object>("SELECT * FROM staff_audit WHERE action = 'purchase_reread'");
    expect(audited).toHaveLength(2);
    for (const secret of [...Object.values(sold!), waec!.pin, waec!.serial].filter((text) => text.length > 6))
      expect(stdout + JSON.stringify(audited)).not.toContain(secret);
    expect((await reread()).json).toMatchObject({ read: 2, changed: [] });
  });

  it('loses nothing where the adapter reads less than is stored', async () => {
    const orderId = await boughtBefore('eko-electric:prepaid', newMeter(), 2_000);
    await reread('--id', orderId);
    const stored = await delivered(orderId);
    expect(stored.map(({ kind }) => kind)).toEqual(['token', 'bonus_token']);
    const [provider] = shop.service.app.get(BillerProviders).all;
    const learned = provider!.deliverablesIn?.bind(provider);
    provider!.deliverablesIn = () => [];
    const result = await shop.service.app
      .get(RereadPurchases, { strict: false })
      .execute({ purchaseId: orderId }, () => Promise.resolve());
    provider!.deliverablesIn = learned!;
    expect(result).toEqual({ read: 1, changed: [], unreadable: [] });
    expect(await delivered(orderId)).toEqual(stored);
  });

  it('keeps whole answers encrypted, for 400 days, and says which it cannot read', async () => {
    const { orderId } = await shop.payBill('ikeja-electric:prepaid', newMeter(), 2_000);
    const stored = () =>
      rows<{ id: string; sealed_body: string }>('SELECT * FROM purchase_raw_answer WHERE purchase_id = ?', orderId);
    const [answer] = await stored();
    expect(answer!.sealed_body).toMatch(/^v2\./);
    const { pin } = shop.vtpass.books.of(await shop.reference(orderId));
    expect(JSON.stringify(answer)).not.toContain(pin);
    await rows('UPDATE purchase_raw_answer SET sealed_body = ? WHERE id = ?', 'v2.none.AAAA', answer!.id);
    const { exitCode, json } = await reread('--id', orderId);
    expect([exitCode, json.unreadable, json.changed]).toEqual([1, [orderId], []]);
    expect((await reread('--provider', 'another')).json).toMatchObject({ read: 0 });

    const cleanup = () => shop.service.app.get(PurchaseAnswersJobs, { strict: false }).removeOld();
    const aged = (days: number) =>
      rows('UPDATE purchase_raw_answer SET id = ? WHERE purchase_id = ?', firstIdAt(Date.now() - days * DAY_MS), orderId);
    await aged(399);
    await cleanup();
    expect(await stored()).toHaveLength(1);
    await aged(401);
    await cleanup();
    expect(await stored()).toEqual([]);
  });
});

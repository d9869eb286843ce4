import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BillerProviders } from '../../../src/contexts/billers/biller-provider.js';
import { CreateEndpoint } from '../../../src/contexts/webhooks/endpoints.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { mailsTo } from '../../support/mailbox.js';
import type { TestUser } from '../../support/app.js';
import { until } from '../../support/until.js';
import { Receiver } from '../webhooks/support/receiver.js';
import { outcomes } from './fakes.js';
import { customerEnding, Shop } from './support.js';

const ENDS = ['purchase.completed', 'purchase.failed', 'purchase.reversed'] as const;

describe.each(ONE_BACKEND)('messages of purchases on %s', (backend) => {
  let shop: Shop;
  let receiver: Receiver;

  beforeAll(async () => {
    shop = await Shop.open(backend, { WEBHOOK_LOOPBACK: 'allowed' });
    receiver = await Receiver.open();
    await shop.service.app
      .get(CreateEndpoint, { strict: false })
      .execute({ url: receiver.url(), events: ENDS, description: '' }, { userId: 'staff', ip: '' }, 'test');
  });
  afterAll(async () => {
    await shop.service.close();
    await receiver.close();
  });

  /** Types of the webhooks about a purchase. */
  const webhooks = (purchaseId: string) => payloads(purchaseId).map(({ type }) => type);
  const payloads = (purchaseId: string) =>
    receiver.received
      .map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
      .filter(({ data }) => data['purchaseId'] === purchaseId);

  const subjects = async (user: TestUser) =>
    (
      (await shop.service.client.get('user_notice_fetch', { as: user })).body.DATA.result as {
        subject: string;
        message: string;
      }[]
    ).filter(({ subject }) => subject.startsWith('Purchase'));
  /** Waits until the mails were written to files. */
  async function mailsOf(user: TestUser, count: number) {
    const sent = async () =>
      (await mailsTo(shop.service.config.dataDir, user.email)).filter(({ subject }) =>
        / (wallet|was delivered)$/.test(subject ?? ''),
      );
    await until(async () => (await sent()).length >= count);
    return sent();
  }

  it('tell of a delivery once, with the token in the mail alone', async () => {
    const user = await shop.customer();
    const { orderId } = (await shop.payBill(user)).body.DATA;
    const token = (await shop.purchase(user, orderId))['recharge_pin']!;
    await shop.service.settled();
    const [mail, ...others] = await mailsOf(user, 1);
    expect(others).toEqual([]);
    expect(mail!.subject).toBe('IKEDC Prepaid of ₦2,000.00 was delivered');
    expect(mail!.text).toContain(`Token (units 8.88):\n${token.match(/.{4}/g)!.join(' ')}\n`);
    expect(mail!.text).toContain(orderId);
    const notices = await subjects(user);
    expect(notices.map(({ subject }) => subject)).toEqual(['Purchase completed']);
    expect(JSON.stringify(notices)).not.toContain(token);
    await shop.service.settled();
    expect(webhooks(orderId)).toEqual(['purchase.completed']);
  });

  it('hold everything that was delivered in the mail, and its kinds and counts in the webhook', async () => {
    const user = await shop.customer();
    const { orderId } = (await shop.payBill(user, { customerId: customerEnding('0008') })).body.DATA;
    const { misc_data: details } = await shop.purchase(user, orderId);
    const { deliverables } = JSON.parse(details!) as { deliverables: { value: string }[] };
    const inFours = deliverables.map(({ value }) => value.match(/.{4}/g)!.join(' '));
    await shop.service.settled();
    const [mail] = await mailsOf(user, 1);
    const labels = ['Reset token', 'Configure token', 'Token (units 8.88)', 'Bonus token (units 5.00)'];
    expect(mail!.text).toContain(labels.map((label, index) => `${label}:\n${inFours[index]}`).join('\n\n'));
    await shop.service.settled();
    const { data } = payloads(orderId)[0]!;
    expect(data['deliverables']).toEqual([
      { kind: 'reset_token', count: 1 },
      { kind: 'configure_token', count: 1 },
      { kind: 'token', count: 1 },
      { kind: 'bonus_token', count: 1 },
    ]);
    for (const { value } of deliverables) expect(JSON.stringify([data, await subjects(user)])).not.toContain(value);
  });

  it('tell of a refund, and of a reversal after the delivery', async () => {
    const [refunded, reversed] = [await shop.customer(), await shop.customer()];
    await shop.payBill(refunded, { customerId: customerEnding('0002') });
    const { orderId } = (await shop.payBill(reversed, { customerId: customerEnding('0005') })).body.DATA;
    await shop.becomes(reversed, orderId, 'reversed');
    await shop.service.settled();
    expect((await subjects(refunded)).map(({ subject }) => subject)).toEqual(['Purchase failed']);
    expect((await subjects(reversed)).map(({ subject }) => subject)).toEqual(['Purchase reversed', 'Purchase completed']);
    const [delivered, returned, ...more] = await mailsOf(reversed, 2);
    expect([delivered!.subject, returned!.subject]).toEqual([
      expect.stringMatching(/ was delivered$/),
      expect.stringMatching(/ wallet$/),
    ]);
    expect(more).toEqual([]);
    await shop.service.settled();
    expect(webhooks(orderId)).toHaveLength(2);
    expect(webhooks(orderId).toSorted()).toEqual(['purchase.completed', 'purchase.reversed']);
    const [mail, ...others] = await mailsOf(refunded, 1);
    expect(others).toEqual([]);
    expect(mail!.subject).toBe('IKEDC Prepaid could not be delivered, ₦2,100.00 went back to your wallet');
  });

  it('tell of a delivery that earns nothing, whose journal is the only road as of every other', async () => {
    const user = await shop.customer();
    const [sandbox] = shop.service.app.get(BillerProviders).all;
    const submit = vi.spyOn(sandbox!, 'submit').mockResolvedValueOnce({ ...outcomes.success, chargedKobo: 50_000 as never });
    const { orderId } = (await shop.buyAirtime(user)).body.DATA;
    submit.mockRestore();
    expect(await shop.rows("SELECT id FROM journal WHERE kind = 'settlement' AND subject = ?", orderId)).toHaveLength(1);
    expect(await shop.rows('SELECT id FROM outbox WHERE subject = ?', orderId)).toEqual([]);
    await shop.service.settled();
    expect((await subjects(user)).map(({ subject }) => subject)).toEqual(['Purchase completed']);
    expect((await mailsOf(user, 1)).map(({ subject }) => subject)).toEqual([expect.stringMatching(/ was delivered$/)]);
  });
});

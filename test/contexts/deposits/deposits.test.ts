import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DepositOrderRow } from '../../../src/contexts/deposits/orders.store.js';
import { DepositPaymentRow } from '../../../src/contexts/deposits/payments.store.js';
import { CreditPayment } from '../../../src/contexts/deposits/credits.js';
import { DepositProviders, type ProviderPayment } from '../../../src/contexts/deposits/deposit-provider.js';
import { DepositOrders } from '../../../src/contexts/deposits/orders.js';
import { ExpireOrders } from '../../../src/contexts/deposits/due-orders.js';
import { ReversePayments } from '../../../src/contexts/deposits/incoming-payments.js';
import { CreateDepositOrder, type OpenOrder, OpenDepositAccount } from '../../../src/contexts/deposits/open-order.js';
import { Ledger, Wallets } from '../../../src/ledger/index.js';
import { WebhookRow } from '../../../src/contexts/webhooks/webhooks.rows.js';
import { Endpoints, newSecret } from '../../../src/contexts/webhooks/endpoints.js';
import { Clock } from '../../../src/kernel/clock.js';
import { IdempotencyRecords } from '../../../src/kernel/idempotency-records.js';
import { Replayed } from '../../../src/kernel/caller.js';
import { newId } from '../../../src/kernel/ids.js';
import { type Kobo, naira } from '../../../src/kernel/money.js';
import { RowSeals } from '../../../src/platform/crypto/row-seals.js';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { BACKENDS } from '../../support/backend.js';
import { mailsTo } from '../../support/mailbox.js';

const MINUTE_MS = 60_000;

interface Payment {
  readonly accountNumber: string;
  readonly amount: number;
  readonly transactionId: string;
  readonly payerName?: string;
}

let numbers = 0;
const unique = (name: string) => `${name}-${++numbers}`;

describe.each(BACKENDS)('deposits on %s', (backend) => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp(backend);
  });
  afterAll(() => service.close());

  const balanceOf = async (user: TestUser) =>
    (await service.client.get('user_wallet_get_info', { as: user })).body.DATA.balance as number;
  const create = (user: TestUser, amount: unknown = 5_000, idempotencyKey?: string) =>
    service.client.post('user_deposit_order_create', { as: user, body: { amount }, idempotencyKey });
  const orderOf = async (user: TestUser, marker: string) =>
    (await service.client.get('user_deposit_order_fetch', { as: user, query: { rqtp: 'mk', rqvl: marker } })).body.DATA[0];
  const mailsOf = async ({ email }: TestUser) => {
    const mails = await mailsTo(service.config.dataDir, email);
    return mails.filter(({ subject }) => subject?.endsWith(' has arrived')).length;
  };
  const count = async (sql: string, values: string[]) =>
    (await service.app.get(Database).rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${sql}`, values))[0]!.n;

  /** What the sandbox bank sends when money comes in. */
  function announce(
    data: Partial<Payment>,
    eventId = unique('event'),
    secret = service.config.sandboxWebhookSecret,
    type = 'deposit.received',
  ) {
    const body = JSON.stringify({ type, data: { payerName: 'Chinua Obi', ...data } });
    const timestamp = new Date();
    const headers = {
      'webhook-id': eventId,
      'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(eventId, timestamp, body),
    };
    return service.client.post('webhook_receive', { query: { provider: 'sandbox' }, body, headers });
  }

  /** Announces a payment and waits until its webhook has been dealt with. */
  async function pay(data: Payment): Promise<void> {
    const eventId = unique('event');
    expect((await announce(data, eventId)).status).toBe(200);
    await service.settled();
    expect(await count("webhook WHERE event_id = ? AND status = 'succeeded'", [eventId])).toBe(1);
  }

  const expire = () => service.app.get(ExpireOrders).execute();
  /** As if an order had been made some minutes earlier. */
  const letPass = async (id: string, minutes: number) => {
    const { expiresAt } = await service.app.get(Database).repository(DepositOrderRow).findOneByOrFail({ id });
    await service.app.get(RowSeals).update(DepositOrderRow, { id }, { expiresAt: expiresAt - minutes * MINUTE_MS });
  };

  it('creates an order with a virtual account', async () => {
    const user = await service.register();
    const { body } = await create(user, '5000.50');
    expect(body.DATA).toEqual({
      marker: expect.stringMatching(/^[0-9A-Z]{26}$/),
      accountNumber: expect.stringMatching(/^[0-9]{10}$/),
      accountName: 'Harmattan / Ada Obi',
      bankName: 'Sandbox Bank',
      expires: expect.stringMatching(/^[0-9]{10}$/),
      amount: '5,000.50 Naira',
      pxamount: 5000.5,
      currency: 'NGN',
      recorded: expect.stringMatching(/^[0-9]{13}$/),
    });
    expect(Number(body.DATA.expires) - Number(body.DATA.recorded) / 1000).toBeCloseTo(30 * 60, -1);
    expect(await orderOf(user, body.DATA.marker)).toEqual({
      marker: body.DATA.marker,
      userid: user.userid,
      ax_bank: 'Sandbox Bank',
      ax_name: 'Harmattan / Ada Obi',
      ax_amount: 5000.5,
      ax_received: 0,
      ax_number: body.DATA.accountNumber,
      ax_expire: body.DATA.expires,
      status: 'pending',
      recorded: body.DATA.recorded,
    });
  });

  it.each([
    [null, 'amount_required'],
    [99.99, 'amount_minimum'],
    [5_000_000.01, 'amount_maximum'],
    [1.001, 'amount_invalid'],
  ])('refuses an amount of %s with %s', async (amount, id) => {
    const { status, body } = await create(await service.register(), amount);
    expect([status, body.ERRORS.CODE, body.ERRORS.ID]).toEqual([400, 400, id]);
  });

  it('answers a repeated request with the same order', async () => {
    const user = await service.register();
    const atOnce = await Promise.all([create(user, 700, 'same-key-1'), create(user, 700, 'same-key-1')]);
    const later = await create(user, 700, 'same-key-1');
    expect(later.headers.get('idempotency-replayed')).toBe('true');
    for (const { body } of atOnce) expect(body.DATA).toEqual(later.body.DATA);
    expect(await count('deposit_order WHERE user_id = ?', [user.userid])).toBe(1);
    const other = await create(user, 800, 'same-key-1');
    expect([other.status, other.body.ERRORS.ID]).toEqual([422, 'idempotency_mismatch']);
  });

  it('continues an order whose process crashed before the answer', async () => {
    const user = await service.register();
    const provider = service.app.get(DepositProviders).all()[0]!;
    const openAccount = provider.openAccount.bind(provider);
    const request = { scope: user.userid, action: 'user_deposit_order_create', key: unique('key'), fingerprint: 'd' };
    const attempt = () => service.app.get(CreateDepositOrder).execute({ userId: user.userid, amountKobo: naira(900) }, request);
    provider.openAccount = async (given) => {
      await openAccount(given);
      throw new Error('killed after the bank had opened the account');
    };
    await expect(attempt()).rejects.toThrow('killed');
    provider.openAccount = openAccount;
    const order = await attempt();
    if (order instanceof Replayed) throw new Error('went on with nothing');
    expect(order.accountNumber).toMatch(/^[0-9]{10}$/);
    expect(await attempt()).toBeInstanceOf(Replayed);
    expect(await count('deposit_order WHERE user_id = ?', [user.userid])).toBe(1);
    expect(await count('sandbox_deposit_account WHERE reference = ?', [order.id])).toBe(1);
  });

  it('fails an order that the provider refuses, and repeats the refusal', async () => {
    const user = await service.register();
    const provider = service.app.get(DepositProviders).all()[0]!;
    const openAccount = provider.openAccount.bind(provider);
    provider.openAccount = () => Promise.resolve({ outcome: 'refused', reason: 'no accounts today' });
    const first = await create(user, 500, 'refused-key');
    provider.openAccount = openAccount;
    const second = await create(user, 500, 'refused-key');
    for (const { status, body } of [first, second]) {
      expect([status, body.ERRORS.CODE]).toEqual([400, 500]);
      expect(body.ERRORS.DETAILS).toMatch(/^Could not process your request/);
    }
    const failed = await service.client.get('user_deposit_order_fetch', { as: user, query: { rqtp: 'status', rqvl: 'failed' } });
    expect(failed.body.DATA).toHaveLength(1);
  });

  it('limits a user to five pending orders under concurrency', async () => {
    const user = await service.register();
    const answers = await Promise.all(Array.from({ length: 9 }, () => create(user)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => body.ERRORS.ID)).toEqual(Array(4).fill('orders_maximum'));
    const [paid] = answers.filter(({ status }) => status === 200);
    await pay({ accountNumber: paid!.body.DATA.accountNumber, amount: 5_000, transactionId: unique('t') });
    expect((await create(user)).status).toBe(200);
  });

  it('limits a user to five pending orders over several processes', async () => {
    const user = await service.register();
    const process = () =>
      new CreateDepositOrder(
        service.app.get(DepositOrders),
        service.app.get(OpenDepositAccount),
        service.app.get(Ledger),
        service.app.get(IdempotencyRecords),
        service.app.get(Clock),
      );
    const wish = { userId: user.userid, amountKobo: naira(500) };
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        process().execute(wish, { scope: user.userid, action: 'test', key: unique('key'), fingerprint: 'd' }),
      ),
    );
    const accounts = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [(outcome.value as OpenOrder).accountNumber] : [],
    );
    expect(new Set(accounts).size).toBe(5);
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    const full = { failure: 'deposits.too_many_pending' };
    expect(refusals).toMatchObject([full, full, full]);
  });

  it('credits nothing of a payment whose reversal came before it', async () => {
    const user = await service.register();
    const { accountNumber, marker } = (await create(user)).body.DATA;
    const [transactionId, eventId] = [unique('t'), unique('event')];
    await announce({ transactionId }, eventId, undefined, 'deposit.reversed');
    await service.settled();
    expect(await count("webhook WHERE event_id = ? AND status = 'succeeded'", [eventId])).toBe(1);
    await pay({ accountNumber, amount: 5_000, transactionId });
    expect(await balanceOf(user)).toBe(0);
    expect((await orderOf(user, marker)).status).toBe('pending');
    const [kept] = await service.app
      .get(Database)
      .rows('SELECT account_number AS account, amount_kobo AS kobo FROM sandbox_payment WHERE transaction_id = ?', [
        transactionId,
      ]);
    expect(kept).toEqual({ account: accountNumber, kobo: 500_000 });
  });

  it('credits a payment once, however often its webhook comes', async () => {
    const user = await service.register();
    const order = (await create(user)).body.DATA;
    const payment = { accountNumber: order.accountNumber, amount: 5_000, transactionId: unique('t') };
    const same = unique('event');
    await Promise.all([announce(payment, same), announce(payment, same), pay(payment), pay(payment)]);
    await pay({ ...payment, amount: 9_000 });
    expect(await balanceOf(user)).toBe(5_000);
    expect((await orderOf(user, order.marker)).status).toBe('completed');
    const history = (await service.client.get('user_wallet_history', { as: user, query: { rqtp: 'owner' } })).body.DATA;
    expect(history).toMatchObject([{ amount: 5_000, balance: 5_000, pxtype: 'credit', pxnote: 'Deposit from Chinua Obi' }]);
    await service.settled();
    const notices = (await service.client.get('user_notice_fetch', { as: user })).body.DATA.result as { subject: string }[];
    expect(notices.filter(({ subject }) => subject === 'Deposit received')).toHaveLength(1);
    expect(await mailsOf(user)).toBe(1);
  });

  it('credits the received amount: less, more, and a second payment', async () => {
    const user = await service.register();
    const less = (await create(user)).body.DATA;
    const more = (await create(user)).body.DATA;
    await pay({ accountNumber: less.accountNumber, amount: 1_234.56, transactionId: unique('t') });
    await pay({ accountNumber: more.accountNumber, amount: 6_000, transactionId: unique('t') });
    await pay({ accountNumber: more.accountNumber, amount: 10, transactionId: unique('t') });
    expect(await balanceOf(user)).toBe(7_244.56);
    expect((await orderOf(user, less.marker)).status).toBe('completed');
    await service.settled();
    const notices = (await service.client.get('user_notice_fetch', { as: user })).body.DATA.result as { message: string }[];
    expect(notices.map(({ message }) => message)).toContain(
      '1,234.56 Naira has been added to your wallet. That is less than the 5,000.00 Naira of your deposit order.',
    );
    expect(notices.map(({ message }) => message)).toContain(
      '6,000.00 Naira has been added to your wallet. That is more than the 5,000.00 Naira of your deposit order.',
    );
  });

  it('posts a payment without an order to suspense and writes a system log', async () => {
    const suspense = async () => (await service.app.get(Wallets).balanceOf('system:suspense')) ?? 0;
    const before = await suspense();
    const payment = { accountNumber: '0000000000', amount: 250, transactionId: unique('stray') };
    await pay(payment);
    await pay(payment);
    expect((await suspense()) - before).toBe(25_000);
    expect(await count('system_log WHERE log_key = ?', [`deposit:sandbox:${payment.transactionId}`])).toBe(1);
  });

  describe('a transaction whose total the provider names', () => {
    const told = (reference: string, totalKobo: Kobo, ...parts: [string, Kobo][]) => {
      const transactionId = `${reference}-total`;
      const payment = {
        transactionId,
        providerReference: transactionId,
        amountKobo: totalKobo,
        payer: { name: 'Chinua Obi', bank: '058', account: '******4321' },
        narration: 'fees',
        sessionId: '',
        reference,
        accountNumber: '',
        receivedAt: undefined,
      };
      const payments = parts.map(([id, amountKobo]) => ({ ...payment, transactionId: id, sessionId: id, amountKobo }));
      return service.app.get(CreditPayment).execute('sandbox', { payments, total: payment });
    };

    it('is credited up to the total by any number of processes at once, and reversed once', async () => {
      const user = await service.register();
      const { marker } = (await create(user)).body.DATA;
      const [one, two] = [unique('session'), unique('session')];
      await Promise.all([told(marker, naira(2_000)), told(marker, naira(2_000), [one, naira(2_000)])]);
      await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          index % 2 === 0 ? told(marker, naira(5_000)) : told(marker, naira(5_000), [one, naira(2_000)], [two, naira(3_000)]),
        ),
      );
      expect(await balanceOf(user)).toBe(5_000);
      const row = await service.app.get(Database).repository(DepositOrderRow).findOneBy({ id: marker });
      expect(row).toMatchObject({ status: 'completed', receivedKobo: 500_000 });
      const payments = await service.app.get(Database).repository(DepositPaymentRow).findBy({ orderId: marker });
      for (const paid of payments)
        expect(paid).toMatchObject({ payerName: 'Chinua Obi', payerBank: '058', payerAccount: '******4321', narration: 'fees' });
      const reverse = () => service.app.get(ReversePayments).execute('sandbox', `${marker}-total`);
      await Promise.all([reverse(), reverse(), reverse()]);
      expect(await balanceOf(user)).toBe(0);
      expect((await orderOf(user, marker)).status).toBe('reversed');
      const messages = async () =>
        (await service.client.get('user_notice_fetch', { as: user })).body.DATA.result as { message: string }[];
      await service.settled();
      expect((await messages()).some(({ message }) => message.startsWith('The bank took back your deposit of '))).toBe(true);
    });
  });

  describe('a payment that its provider knows by account number only', () => {
    const balanceAfter = async (over: (order: DepositOrderRow) => Partial<ProviderPayment>) => {
      const user = await service.register();
      const { marker } = (await create(user)).body.DATA;
      const order = (await service.app.get(Database).repository(DepositOrderRow).findOneBy({ id: marker }))!;
      const payment = {
        transactionId: unique('t'),
        providerReference: '',
        amountKobo: naira(500),
        payer: { name: '', bank: '', account: '' },
        narration: '',
        sessionId: '',
        reference: undefined,
        accountNumber: order.accountNumber,
        receivedAt: order.createdAt + MINUTE_MS,
      };
      await service.app.get(CreditPayment).execute('sandbox', { payments: [{ ...payment, ...over(order) }] });
      return balanceOf(user);
    };

    it.each<[string, (order: DepositOrderRow) => number | undefined]>([
      ['while the order can be paid', ({ createdAt }) => createdAt + MINUTE_MS],
      ['within the grace after its end', ({ expiresAt }) => expiresAt + 4 * MINUTE_MS],
      ['now, where the provider does not tell when', () => undefined],
    ])('is credited when it was received %s', async (_, receivedAt) => {
      expect(await balanceAfter((order) => ({ receivedAt: receivedAt(order) }))).toBe(500);
    });

    it.each<[string, (order: DepositOrderRow) => number]>([
      ['before the order was made', ({ createdAt }) => createdAt - 2 * MINUTE_MS],
      ['long after its end', ({ expiresAt }) => expiresAt + 6 * MINUTE_MS],
    ])('goes to suspense when it was received %s', async (_, receivedAt) => {
      expect(await balanceAfter((order) => ({ receivedAt: receivedAt(order) }))).toBe(0);
    });

    it('goes to suspense when the number differs by a trailing space', async () => {
      expect(await balanceAfter(({ accountNumber }) => ({ accountNumber: `${accountNumber} ` }))).toBe(0);
    });

    it.each<[string, (reference: string) => string]>([
      ['a trailing space', (reference) => `${reference} `],
      ['case', (reference) => reference.toLowerCase()],
    ])('goes to suspense when its reference differs by %s and there is no account number', async (_, changed) => {
      expect(await balanceAfter(({ id }) => ({ reference: changed(id), accountNumber: '' }))).toBe(0);
    });
  });

  it('takes transaction ids that differ by case or by trailing spaces for different payments', async () => {
    const user = await service.register();
    const { accountNumber } = (await create(user)).body.DATA;
    const id = unique('Transaction');
    const ids = [id, `${id} `, `${id}  `, `${id}|`, `${id} |`, id.toLowerCase()];
    for (const transactionId of ids) await pay({ accountNumber, amount: 100, transactionId });
    for (const transactionId of ids) await pay({ accountNumber, amount: 100, transactionId });
    expect(await balanceOf(user)).toBe(ids.length * 100);
  });

  it.each([
    ['another secret', `whsec_${Buffer.alloc(32, 7).toString('base64')}`],
    ['no signature at all', undefined],
  ])('refuses a webhook with %s', async (_, secret) => {
    const user = await service.register();
    const { accountNumber } = (await create(user)).body.DATA;
    const payment = { accountNumber, amount: 5_000, transactionId: unique('t') };
    const answer = secret
      ? await announce(payment, unique('event'), secret)
      : await service.client.post('webhook_receive', {
          query: { provider: 'sandbox' },
          body: { type: 'deposit.received', data: payment },
        });
    expect([answer.status, answer.body.ERRORS.CODE]).toEqual([401, 401]);
    expect(await balanceOf(user)).toBe(0);
    const stranger = await service.client.post('webhook_receive', { query: { provider: 'nobody' }, body: {} });
    expect(stranger.status).toBe(404);
  });

  it('expires an unpaid order after its grace time, and credits later payments', async () => {
    const user = await service.register();
    const url = 'https://subscriber.example/hook';
    const createdAt = service.app.get(Clock).now();
    const endpoint = { id: newId(), url, events: [], description: '', status: 'active', batch: 1, createdAt } as const;
    await service.app.get(Endpoints).add(endpoint, newSecret());
    const unpaid = (await create(user)).body.DATA;
    await letPass(unpaid.marker, 34);
    await expire();
    expect((await orderOf(user, unpaid.marker)).status).toBe('pending');
    await letPass(unpaid.marker, 2);
    await Promise.all([expire(), expire()]);
    expect((await orderOf(user, unpaid.marker)).status).toBe('expired');
    const activity = (await service.client.get('user_wallet_activity', { as: user })).body.DATA;
    expect(activity).toMatchObject([{ rxtype: 'deposit', marker: unpaid.marker, amount: 5_000, pxtype: 'failed' }]);
    const notices = (await service.client.get('user_notice_fetch', { as: user })).body.DATA.result as { subject: string }[];
    expect(notices.filter(({ subject }) => subject === 'Deposit order expired')).toHaveLength(1);
    await pay({ accountNumber: unpaid.accountNumber, amount: 5_000, transactionId: unique('late') });
    expect((await orderOf(user, unpaid.marker)).status).toBe('completed');
    expect(await balanceOf(user)).toBe(5_000);
    const after = (await service.client.get('user_wallet_activity', { as: user })).body.DATA;
    expect(after).toMatchObject([{ rxtype: 'deposit', marker: unpaid.marker, amount: 5_000, pxtype: 'credit' }]);
    const told = async () =>
      (
        await service.app
          .get(Database)
          .repository(WebhookRow)
          .find({ order: { sequenceNo: 'ASC' } })
      )
        .filter(({ subject }) => subject === unpaid.marker)
        .map(({ event }) => event);
    await expect.poll(told).toEqual(['deposit.expired', 'deposit.completed']);
    await service.app.get(Endpoints).remove(endpoint.id);
  });

  it('queries the provider a last time before an order expires', async () => {
    const user = await service.register();
    const order = (await create(user)).body.DATA;
    const provider = service.app.get(DepositProviders).all()[0]!;
    // The webhook was lost; the bank has the money.
    await provider.readWebhook(
      JSON.stringify({
        type: 'deposit.received',
        data: { accountNumber: order.accountNumber, amount: 5_000, transactionId: unique('t') },
      }),
    );
    const payments = provider.payments.bind(provider);
    await letPass(order.marker, 36);
    provider.payments = () => Promise.resolve({ outcome: 'unknown', cause: 'timeout' });
    await expire();
    expect((await orderOf(user, order.marker)).status).toBe('pending');
    provider.payments = payments;
    await expire();
    expect((await orderOf(user, order.marker)).status).toBe('completed');
    expect(await balanceOf(user)).toBe(5_000);
  });

  it('lists orders by status and marker, for their owner only', async () => {
    const [user, other] = [await service.register(), await service.register()];
    const { marker } = (await create(user)).body.DATA;
    const fetch = async (as: TestUser, query: Record<string, string>) => {
      const { status, body } = await service.client.get('user_deposit_order_fetch', { as, query });
      return status === 200 ? (body.DATA as { marker: string }[]).map((order) => order.marker) : [status, body.ERRORS.CODE];
    };
    const queries: Record<string, string>[] = [
      { rqtp: 'all' },
      { rqtp: 'user' },
      { rqtp: 'user', rqvl: user.userid },
      { rqtp: 'status', rqvl: 'pending' },
      { rqtp: 'mk', rqvl: marker as string },
    ];
    for (const query of queries) {
      expect(await fetch(user, query)).toEqual([marker]);
      expect(await fetch(other, query)).toEqual([404, 404]);
    }
    expect(await fetch(user, { rqtp: 'status', rqvl: 'completed' })).toEqual([404, 404]);
    expect(await fetch(user, { rqtp: 'status' })).toEqual([404, 404]);
  });
});

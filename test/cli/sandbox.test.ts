import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../support/app.js';
import { ONE_BACKEND } from '../support/backend.js';
import { until } from '../support/until.js';
import { Shop } from '../contexts/purchases/support.js';
import { type Ended, runCli } from './run-cli.js';
import { PRODUCTION } from '../support/production.js';

describe.each(ONE_BACKEND)('sandbox commands beside the service on %s', (backend) => {
  let shop: Shop;
  let user: TestUser;
  const cli = (...args: string[]): Promise<Ended> => runCli(shop.service.environment, ...args, '--json');

  beforeAll(async () => {
    shop = await Shop.open(backend);
    user = await shop.customer(10_000);
  });
  afterAll(() => shop.service.close());

  async function order(amount: number): Promise<{ orderId: string; accountNumber: string }> {
    const { body } = await shop.service.client.post('user_deposit_order_create', { as: user, body: { amount } });
    return body.DATA as { orderId: string; accountNumber: string };
  }

  const gains = async (amount: number, work: () => Promise<unknown>) => {
    const before = await shop.balance(user);
    await work();
    await until(async () => (await shop.balance(user)) === before + amount);
  };

  it.each([
    ['what was ordered', [], 5_000],
    ['another amount', ['1200.50'], 1_200.5],
    ['half of it', ['--short'], 2_500],
    ['two payments', ['--twice'], 10_000],
  ])('sandbox:pay pays %s into the account of an order', async (_, options, credited) => {
    const { accountNumber } = await order(5_000);
    await gains(credited, async () => {
      expect(await cli('sandbox:pay', accountNumber, ...options)).toMatchObject({ exitCode: 0, stderr: '' });
    });
  });

  it('sandbox:pay ends when the wallet has the money', async () => {
    const { accountNumber } = await order(900);
    const before = await shop.balance(user);
    await cli('sandbox:pay', accountNumber);
    expect(await shop.balance(user)).toBe(before + 900);
  });

  it('sandbox:pay --late pays an order that has expired', async () => {
    const { accountNumber } = await order(700);
    await gains(700, () => cli('sandbox:pay', accountNumber, '--late'));
    const { body } = await shop.service.client.get('user_notice_fetch', { as: user });
    expect(JSON.stringify(body.DATA)).toContain('was not paid in time');
  });

  it('sandbox:pay says that the account is empty, as where an order was refused before', async () => {
    expect(await cli('sandbox:pay', '')).toMatchObject({
      exitCode: 1,
      json: { error: expect.stringContaining('is empty') as string },
    });
  });

  it('sandbox:pay leaves a payment to an unknown account in suspense, and wants its amount', async () => {
    expect(await cli('sandbox:pay', '9900000000')).toMatchObject({
      exitCode: 1,
      json: { error: expect.stringContaining('name the amount') as string },
    });
    const before = await shop.accountKobo('system:suspense');
    await cli('sandbox:pay', '9900000000', '40');
    await until(async () => (await shop.accountKobo('system:suspense')) === before + 4_000);
  });

  it('sandbox:reverse takes a payment back, from suspense where the money was spent', async () => {
    const { accountNumber } = await order(600);
    await gains(600, () => cli('sandbox:pay', accountNumber));
    await gains(-600, async () => {
      expect(await cli('sandbox:reverse', accountNumber)).toMatchObject({ exitCode: 0, stderr: '' });
    });
    const again = await cli('sandbox:reverse', accountNumber);
    expect([again.exitCode, again.json.error]).toEqual([1, expect.stringContaining('taken back')]);

    const poor = await shop.customer(900);
    const { body } = await shop.service.client.post('user_deposit_order_create', { as: poor, body: { amount: 700 } });
    const account = (body.DATA as { accountNumber: string }).accountNumber;
    await cli('sandbox:pay', account);
    await until(async () => (await shop.balance(poor)) === 1_600);
    await shop.service.client.post('user_transfer_create', { as: poor, body: { email: user.email, amount: 1_500 } });
    const before = await shop.accountKobo('system:debts');
    await cli('sandbox:reverse', account);
    await until(async () => (await shop.accountKobo('system:debts')) === before - 70_000);
    expect(await shop.balance(poor)).toBe(100);
  });

  it.each(['delivered', 'failed'])('sandbox:outcome ends an undecided purchase as %s', async (outcome) => {
    const bought = await shop.buyAirtime(user, { phone: '08030000007' });
    expect(bought.body).toMatchObject({ DATA: { orderId: expect.any(String) as string } });
    const { orderId } = bought.body.DATA as { orderId: string };
    expect((await shop.purchase(user, orderId))['status']).toBe('pending');
    expect(await cli('sandbox:outcome', orderId, outcome)).toMatchObject({ exitCode: 0, json: { order: orderId, outcome } });
    await shop.becomes(user, orderId, outcome === 'failed' ? 'failed' : 'completed');
    const again = await cli('sandbox:outcome', orderId, outcome);
    expect([again.exitCode, again.json.error]).toEqual([1, expect.stringContaining('undecided')]);
  });

  it('sandbox:outcome takes a delivered purchase back', async () => {
    const { orderId } = (await shop.buyAirtime(user, { phone: '08030001234' })).body.DATA as { orderId: string };
    await shop.becomes(user, orderId, 'completed');
    expect((await cli('sandbox:outcome', orderId, 'reversed')).exitCode).toBe(0);
    await shop.becomes(user, orderId, 'reversed');
  });

  it('demo:seed is refused where money has moved, with what to run instead', async () => {
    const { exitCode, json } = await cli('demo:seed');
    expect([exitCode, json.error]).toEqual([1, expect.stringContaining('DATA_DIR=.data-demo npm start')]);
  });

  it('are refused in production and for unknown orders', async () => {
    const production = { ...shop.service.environment, ...PRODUCTION };
    const commands = [
      ['sandbox:pay', '9900000000', '40'],
      ['sandbox:outcome', 'X', 'failed'],
    ];
    for (const command of commands) expect((await runCli(production, ...command)).exitCode).toBe(2);
    expect((await cli('sandbox:outcome', 'UNKNOWN', 'failed')).exitCode).toBe(1);
  });
});

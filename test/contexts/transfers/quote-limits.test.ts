import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';

const A_MINUTE = 60;

let service: TestApp;
let payer: TestUser;
let receiver: TestUser;
beforeAll(async () => {
  service = await startApp('sqlite', { RATE_LIMIT_SCALE: '1' });
  [payer, receiver] = [await service.register(), await service.register()];
});
afterAll(() => service.close());

it('quotes of transfers and purchases have a limit of their own, and leave the check of recipients free', async () => {
  const { client } = service;
  const quoteTransfer = () => client.get('user_transfer_quote', { as: payer, query: { email: receiver.email, amount: '500' } });
  const quotePurchase = () =>
    client.get('service_quote_fetch', { as: payer, query: { amount: '500', billerId: 'none', category: 'none' } });
  const statuses = new Set<number>();
  for (let quote = 0; quote < A_MINUTE; quote++)
    statuses.add((await (quote % 2 === 0 ? quoteTransfer() : quotePurchase())).status);
  expect(statuses).toEqual(new Set([200, 400]));
  for (const refused of [await quoteTransfer(), await quotePurchase()]) {
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit-policy')).toBe('"quote";q=60;w=60');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const checked = await client.get('user_transfer_check_receiver', {
    as: payer,
    query: { rqtype: 'email', rqvalue: receiver.email },
  });
  expect(checked.status).toBe(200);
});

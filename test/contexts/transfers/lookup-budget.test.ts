import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/platform/database/database.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';

describe.each(ONE_BACKEND)('names of recipients on %s', (backend) => {
  let service: TestApp;
  let payer: TestUser;
  let other: TestUser;
  beforeAll(async () => {
    service = await startApp(backend, { BUDGETS: '{"recipient_lookups":{"cap":3,"windowSeconds":86400}}' });
    [payer, other] = [await service.register(), await service.register()];
  });
  afterAll(() => service.close());

  const check = (as: TestUser, rqvalue: string) =>
    service.client.get('user_transfer_check_receiver', { as, query: { rqtype: 'email', rqvalue } });

  it('have a budget for each account and day, whether the address is known or not, of which staff are told', async () => {
    const statuses = [];
    for (const address of ['nobody1@example.com', other.email, 'nobody2@example.com', other.email, 'nobody3@example.com'])
      statuses.push((await check(payer, address)).status);
    expect(statuses).toEqual([404, 200, 404, 429, 429]);
    const refused = await check(payer, other.email);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect((await check(other, payer.email)).status).toBe(200);
    const logs = await service.app
      .get(Database, { strict: false })
      .rows<{ description: string }>('SELECT description FROM system_log');
    expect(logs.map(({ description }) => description)).toEqual([
      `The budget recipient_lookups (names of recipients that an account looked up) is spent by ${payer.userid}: more is refused until the window ends.`,
    ]);
  });
});

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PasswordHasher } from '../../../src/contexts/sign-in/credentials.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../../src/ledger/index.js';
import { naira } from '../../../src/kernel/money.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Answer } from '../../support/client.js';
import { movement } from '../../support/ledger-fixture.js';
import { until } from '../../support/until.js';

const PEOPLE = 64;
const OFFICE = '41.58.0.1';

describe.each(ONE_BACKEND)('logins of many people at once on %s', (backend) => {
  let service: TestApp;
  let people: TestUser[];
  beforeAll(async () => {
    service = await startApp(backend, { TRUSTED_PROXIES: 'loopback' });
    people = await Promise.all(Array.from({ length: PEOPLE }, () => service.register()));
  });
  afterAll(() => service.close());

  const login = (emal: string, ip: string, pswd = 'Correct-horse-7') =>
    service.client.post('user_profile_login', {
      body: { emal, pswd, dvty: 'Web', dsnm: 'desk' },
      headers: { 'x-forwarded-for': ip },
    });
  const statusOf = ({ status }: Answer) => status;

  it('are all answered from one network, one after the other', async () => {
    const answers = await Promise.all(people.map(({ email }) => login(email, OFFICE)));
    expect(answers.map(statusOf)).toEqual(Array<number>(PEOPLE).fill(200));
  });

  it('wait for a turn of their network only, while another one floods', async () => {
    const flood = Promise.all(
      Array.from({ length: 400 }, (_, number) => login(`nobody-${number}@example.com`, '102.89.0.1', 'Wrong-horse-7')),
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    let isOver = false;
    void flood.then(() => (isOver = true));
    expect(await login(people[0]!.email, OFFICE).then(statusOf)).toBe(200);
    expect(isOver).toBe(false);
    const answers = await flood;
    // How many are refused depends on the machine's speed.
    expect(answers.map(statusOf).filter((status) => status !== 401 && status !== 503)).toEqual([]);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    expect(await login(people[1]!.email, OFFICE).then(statusOf)).toBe(200);
  });

  it('leave payments with a PIN and known devices their places, while a /48 floods', async () => {
    const payers = people.slice(0, 12);
    for (const payer of payers) {
      await service.app.get(Ledger, { strict: false }).commit(movement(SUSPENSE_ACCOUNT, payer.userid, naira(1_000)));
      const body = { pswd: payer.password, pinc: '4829' };
      expect((await service.client.post('user_passcode_update', { as: payer, body })).status).toBe(200);
    }
    const verify = vi.spyOn(service.app.get(PasswordHasher, { strict: false }), 'verify');
    const flood = Promise.all(
      Array.from({ length: 800 }, (_, number) =>
        login(`stranger-${number}@example.com`, `2001:db8:1:${number.toString(16)}::1`, 'Wrong-horse-7'),
      ),
    );
    await until(() => verify.mock.calls.length > 520, { everyMs: 5 });
    let isOver = false;
    void flood.then(() => (isOver = true));
    const body = { email: people[40]!.email, amount: 50, pinc: '4829' };
    const headers = { 'x-forwarded-for': '2001:db8:1:ffff::1' };
    const paid = Promise.all(payers.map((as) => service.client.post('user_transfer_create', { as, body, headers })));
    const known = Promise.all(people.slice(20, 32).map(({ email }) => login(email, OFFICE)));
    expect((await paid).map(statusOf)).toEqual(Array<number>(payers.length).fill(200));
    expect((await known).map(statusOf)).toEqual(Array<number>(12).fill(200));
    expect(isOver).toBe(false);
    const answers = (await flood).map(statusOf);
    expect(answers.filter((status) => status !== 401 && status !== 503)).toEqual([]);
    expect(answers).toContain(401);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { BACKENDS } from '../../support/backend.js';
import type { Answer } from '../../support/client.js';

const PEOPLE = 64;
const OFFICE = '41.58.0.1';

describe.each(BACKENDS)('logins of many people at once on %s', (backend) => {
  let service: TestApp;
  let people: TestUser[];
  beforeAll(async () => {
    service = await startApp(backend, { TRUSTED_PROXIES: 'loopback' });
    people = await Promise.all(Array.from({ length: PEOPLE }, () => service.register()));
  }, 60_000);
  afterAll(() => service.close());

  const login = (emal: string, ip: string, pswd = 'Correct-horse-7') =>
    service.client.post('user_profile_login', {
      body: { emal, pswd, dvty: 'Web', dsnm: 'desk' },
      headers: { 'x-forwarded-for': ip },
    });
  const statusOf = ({ status }: Answer) => status;

  it('are all answered from one network, one after the other', { timeout: 60_000 }, async () => {
    const answers = await Promise.all(people.map(({ email }) => login(email, OFFICE)));
    expect(answers.map(statusOf)).toEqual(Array<number>(PEOPLE).fill(200));
  });

  it('wait for a turn of their network only, while another one floods', { timeout: 60_000 }, async () => {
    const flood = Promise.all(
      Array.from({ length: 400 }, (_, number) => login(`nobody-${number}@example.com`, '102.89.0.1', 'Wrong-horse-7')),
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    const startedAt = performance.now();
    expect(await login(people[0]!.email, OFFICE).then(statusOf)).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    const answers = await flood;
    // How many are refused depends on the machine's speed.
    expect(answers.map(statusOf).filter((status) => status !== 401 && status !== 503)).toEqual([]);
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    expect(await login(people[1]!.email, OFFICE).then(statusOf)).toBe(200);
  });
});

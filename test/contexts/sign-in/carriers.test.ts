import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ONE_BACKEND } from '../../support/backend.js';
import { type IdentityApp, PASSWORD, startIdentity } from './support/identity-app.js';

const CARRIER = { headers: { 'x-forwarded-for': '102.89.7.7' } };

describe.each(ONE_BACKEND)('behind the address of a carrier on %s', (backend) => {
  let test: IdentityApp;
  beforeAll(async () => {
    test = await startIdentity(backend, { RATE_LIMIT_SCALE: '1', TRUSTED_PROXIES: 'loopback' });
  });
  afterAll(() => test.close());

  const login = (emal: string, dsnm: string, pswd = PASSWORD) =>
    test.client.post('user_profile_login', { body: { emal, pswd, dvty: 'Web', dsnm }, ...CARRIER });
  const send = (emal: string) => test.client.get('user_email_verify_send', { query: { emal, purpose: 'reset' }, ...CARRIER });

  it('130 logins of a stranger leave those who signed in before theirs', async () => {
    await test.register('ada@example.com', { devs: 'phone of ada' });
    const statuses = new Set<number>();
    for (let number = 0; number < 130; number++) {
      const emal = number < 15 ? 'ada@example.com' : `person${number}@example.com`;
      statuses.add((await login(emal, 'device of a stranger', 'Wrong-horse-7')).status);
    }
    expect(statuses).toEqual(new Set([401, 429]));
    expect((await login('ada@example.com', 'another phone')).status).toBe(429);
    expect((await login('ada@example.com', 'phone of ada')).status).toBe(200);
    // A known device has a limit of its own.
    for (let number = 0; number < 9; number++) expect((await login('ada@example.com', 'phone of ada')).status).toBe(200);
    expect((await login('ada@example.com', 'phone of ada')).status).toBe(429);
  });

  it('60 codes for strangers leave those who have an account theirs, and no more is mailed to strangers', async () => {
    await test.register('obi@example.com', { devs: 'phone of obi' });
    const before = test.mailer.sent.length;
    for (let number = 0; number < 70; number++) expect((await send(`stranger${number}@example.com`)).status).toBe(200);
    expect(test.mailer.sent.length - before).toBe(60);
    const answer = await send('obi@example.com');
    expect(answer.status).toBe(200);
    expect(test.mailer.codeTo('obi@example.com')).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    // Whether an address has an account cannot be told from the answer.
    const { REFERENCE: _, ...known } = answer.body as unknown as Record<string, unknown>;
    const { REFERENCE: __, ...unknown } = (await send('stranger99@example.com')).body as unknown as Record<string, unknown>;
    expect(unknown['DATA']).toEqual(known['DATA']);
  });

  it('480 codes an hour go to strangers from an IPv6 /48, whichever of its networks ask', async () => {
    const ask = (number: number, site: string) =>
      test.client.get('user_email_verify_send', {
        query: { emal: `person${number}@${site}.example.com`, purpose: 'reset' },
        headers: { 'x-forwarded-for': `2c0f:f248:${site}:${number.toString(16)}::1` },
      });
    const before = test.mailer.sent.length;
    for (let number = 0; number < 490; number++) expect((await ask(number, '7')).status).toBe(200);
    expect(test.mailer.sent.length - before).toBe(480);
    await ask(1, '8');
    expect(test.mailer.sent.length - before).toBe(481);
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { PasswordHasher, VerificationCodes } from '../../../src/contexts/sign-in/credentials.js';
import { DataSource } from 'typeorm';
import { ONE_BACKEND } from '../../support/backend.js';
import { type IdentityApp, type IdentityNode, PASSWORD, startIdentity } from './support/identity-app.js';

const HOME = '41.58.0.1';
const stranger = (number: number) => `102.89.${Math.floor(number / 250)}.${(number % 250) + 1}`;
const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });

describe.each(ONE_BACKEND)('wrong codes on %s', (backend) => {
  let test: IdentityApp;
  let nodes: IdentityNode[];
  beforeAll(async () => {
    test = await startIdentity(backend, { TRUSTED_PROXIES: 'loopback' });
    nodes = backend === 'mysql' ? [test, await test.another()] : [test];
  });
  beforeEach(() => {
    test.clock.time = Date.now();
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => test.close());

  const register = (email: string) =>
    test.client.post('user_profile_create', {
      body: { fsnm: 'Ada', lsnm: 'Obi', emal: email, pswd: PASSWORD, devt: 'iOS', devs: `own ${email}`, devn: 'iPhone' },
      ...from(HOME),
    });
  const send = (emal: string, ip: string, purpose: string) =>
    test.client.get('user_email_verify_send', { query: { emal, purpose }, ...from(ip) });
  const reset = (emal: string, code: string, ip: string, number = 0) =>
    nodes[number % nodes.length]!.client.post('user_password_reset', {
      body: { emal, pswd: 'Another-horse-8', code },
      ...from(ip),
    });
  const verify = (emal: string, code: string, ip: string, number = 0) =>
    nodes[number % nodes.length]!.client.get('user_email_verify', { query: { emal, code }, ...from(ip) });
  const wrongCode = (email: string) => test.mailer.codeTo(email).replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const warnings = (email: string) => test.mailer.to(email).filter(({ template }) => template.name === 'guessing-codes').length;

  it('count for the address over all codes, purposes, networks and processes: 25 a day, then each waits longer', async () => {
    const email = 'counted@example.com';
    await register(email);
    for (let number = 0; number < 25; number++) {
      await send(email, stranger(number), number % 2 === 0 ? 'reset' : 'update');
      const answer = await (number % 2 === 0 ? reset : verify)(email, wrongCode(email), stranger(number), number);
      expect(answer.status).toBe(400);
    }
    expect(warnings(email)).toBe(0);
    for (let number = 25, seconds = 1; number < 37; number++, seconds = Math.min(900, seconds * 2)) {
      const tooSoon = await reset(email, wrongCode(email), stranger(number), number);
      expect([tooSoon.status, tooSoon.headers.get('retry-after')]).toEqual([429, String(seconds)]);
      test.clock.time += seconds * 1_000;
      expect((await reset(email, wrongCode(email), stranger(number), number)).status).toBe(400);
    }
    // The owner is told once a day, and is locked out nowhere.
    expect(warnings(email)).toBe(1);
    await send(email, HOME, 'update');
    const short = test.mailer.codeTo(email);
    await send(email, HOME, 'reset');
    expect((await verify(email, short, stranger(0))).status).toBe(429);
    expect((await verify(email, short, HOME)).status).toBe(200);
    expect((await reset(email, test.mailer.codeTo(email), stranger(0))).status).toBe(200);
  });

  it('of a network that the owner signed in from count for themselves', async () => {
    const email = 'own-network@example.com';
    await register(email);
    for (let number = 0; number < 25; number++) {
      await send(email, HOME, number % 2 === 0 ? 'reset' : 'update');
      if (number % 5 === 4) test.clock.time += 3_600_001;
      expect((await reset(email, 'AAAA-AAAA', HOME, number)).status).toBe(400);
    }
    expect((await reset(email, 'AAAA-AAAA', HOME)).status).toBe(429);
    await send(email, stranger(900), 'reset');
    expect((await verify(email, test.mailer.codeTo(email), stranger(900))).status).toBe(200);
  });

  it('parallel ones get no more tries', async () => {
    const email = 'parallel@example.com';
    await send(email, stranger(400), 'reset');
    const code = wrongCode(email);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, number) => reset(email, code, stranger(500 + number), number)),
    );
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(25);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it('cost the same work with a live code, an expired one, several and none, with an account and without one', async () => {
    const [live, expired, several, account] = ['live', 'expired', 'several', 'account'].map((name) => `${name}@work.example.com`);
    for (const email of [live, expired, several, account]) await register(email!);
    await send(expired!, HOME, 'reset');
    test.clock.time += 3_600_001;
    await send(live!, HOME, 'reset');
    for (const purpose of ['reset', 'update', 'export', 'confirm']) await send(several!, HOME, purpose);
    const source = test.app.get(DataSource, { strict: false });
    const logged = vi.spyOn(source.logger, 'logQuery');
    const hashes = vi.spyOn(test.app.get(PasswordHasher, { strict: false }), 'verify');
    const hash = vi.spyOn(test.app.get(PasswordHasher, { strict: false }), 'hash');
    const matched = vi.spyOn(test.app.get(VerificationCodes, { strict: false }), 'matches');
    const work = async (ask: () => Promise<{ status: number }>) => {
      for (const spy of [logged, hashes, hash, matched]) spy.mockClear();
      expect((await ask()).status).toBe(400);
      const queries = logged.mock.calls.flatMap(([sql]) => {
        const [, table] = /(mailed_code|budget_spending|user_account|login_record)/.exec(sql) ?? [];
        return table === undefined ? [] : [`${sql.slice(0, sql.indexOf(' '))} ${table}`];
      });
      return [queries, hashes.mock.calls.length + hash.mock.calls.length, matched.mock.calls.length];
    };
    const addresses = [live!, expired!, several!, account!, 'nobody@work.example.com'];
    // The first count of an address inserts its row.
    for (const email of addresses) await verify(email, 'AAAA-AAAA', stranger(700));
    for (const ask of [
      (email: string) => work(() => verify(email, 'AAAA-AAAA', stranger(701))),
      (email: string) => work(() => reset(email, 'AAAA-AAAA', stranger(701))),
    ]) {
      const first = await ask(addresses[0]!);
      expect(first[0]).not.toHaveLength(0);
      for (const email of addresses.slice(1)) expect([email, ...(await ask(email))]).toEqual([email, ...first]);
    }
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PasswordHasher } from '../../src/contexts/sign-in/credentials.js';
import { Database } from '../../src/platform/database/database.js';
import { administratorOf, presentCode } from '../contract/support/administrator.js';
import { newAddress, ContractFixture } from '../contract/support/contract-fixture.js';
import { startApp } from '../support/app.js';
import { ONE_BACKEND } from '../support/backend.js';
import type { Answer } from '../support/client.js';

const WRONG = '000000';
const DEVICE = { dvty: 'Web', dsnm: 'guesser' };

/** The observable answer without what differs in every answer. */
const seen = ({ status, headers, body }: Answer) => ({
  status,
  headers: [...headers.keys()].filter((name) => name !== 'date').toSorted(),
  length: JSON.stringify(body).length,
  text: JSON.stringify(body).replace(/ \([0-9A-Z]{8}\)/, ''),
});

describe.each(ONE_BACKEND)('existence of an account on %s', (backend) => {
  let fixture: ContractFixture;
  beforeAll(async () => {
    fixture = await ContractFixture.open(backend);
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => fixture.close());

  /** The answers to each address, with the number of password hashes, which take the time. */
  async function compare(addresses: readonly string[], ask: (address: string) => Promise<Answer>) {
    const hasher = fixture.get(PasswordHasher);
    const results = [];
    for (const address of addresses) {
      const [verify, hash] = [vi.spyOn(hasher, 'verify'), vi.spyOn(hasher, 'hash')];
      const answer = seen(await ask(address));
      results.push({ ...answer, hashed: [verify.mock.calls.length, hash.mock.calls.length] });
      vi.restoreAllMocks();
    }
    return results;
  }

  function expectAlike(results: readonly { status: number }[], status: number): void {
    for (const result of results) expect(result).toEqual(results[0]);
    expect(results[0]!.status).toBe(status);
  }

  it('is not revealed by login, which hashes once in any case', async () => {
    const suspended = await fixture.newUser();
    await fixture.change('user_account', suspended.userid, { status: 'suspended' });
    const google = await fixture.newUser();
    await fixture.change('user_account', google.userid, { password_hash: null });
    const addresses = [(await fixture.newUser()).email, suspended.email, google.email, fixture.tester.email, newAddress()];
    const results = await compare(addresses, (emal) =>
      fixture.call('user_profile_login', { body: { emal, pswd: 'Wrong-horse-7', ...DEVICE } }),
    );
    expectAlike(results, 401);
    expect(results[0]!.hashed).toEqual([1, 0]);
  });

  it('is not revealed by staff login', async () => {
    const { email, totpSecret } = await administratorOf(fixture);
    const pinc = presentCode(totpSecret);
    const results = await compare([email, (await fixture.newUser()).email, newAddress()], (emal) =>
      fixture.call('control_staff_profile_login', { body: { emal, pswd: 'Wrong-horse-7', pinc, ...DEVICE } }),
    );
    expectAlike(results, 401);
    expect(results[0]!.hashed).toEqual([1, 0]);
  });

  it('is not revealed by asking to sign in with a passkey', async () => {
    const { email } = await administratorOf(fixture);
    const results = await compare([email, (await fixture.newUser()).email, newAddress()], (emal) =>
      fixture.service.client.post('control_passkey_login_options', { body: { emal, pswd: 'Wrong-horse-7', ...DEVICE } }),
    );
    expectAlike(results, 401);
    expect(results[0]!.hashed).toEqual([1, 0]);
  });

  it('is not revealed by signing in with a passkey', async () => {
    const { email } = await administratorOf(fixture);
    const client_data = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge: 'A'.repeat(43) })).toString('base64url');
    const answer = { credential: 'AAAA', client_data, authenticator_data: 'AAAA', signature: 'AAAA' };
    const results = await compare([email, (await fixture.newUser()).email, newAddress()], (emal) =>
      fixture.service.client.post('control_passkey_login', { body: { emal, pswd: 'Wrong-horse-7', ...answer, ...DEVICE } }),
    );
    expectAlike(results, 401);
    expect(results[0]!.hashed).toEqual([1, 0]);
  });

  it('is not revealed by sending a code', async () => {
    const results = await compare([(await fixture.newUser()).email, newAddress()], (emal) =>
      fixture.call('user_email_verify_send', { query: { emal } }),
    );
    expectAlike(results, 200);
  });

  it('is not revealed by a wrong code', async () => {
    const addresses = [(await fixture.newUser()).email, newAddress()];
    expectAlike(await compare(addresses, (emal) => fixture.call('user_email_verify', { query: { emal, code: WRONG } })), 400);
  });

  it('is not revealed by a reset without the right code', async () => {
    const addresses = [(await fixture.newUser()).email, fixture.tester.email, newAddress()];
    const results = await compare(addresses, (emal) =>
      fixture.call('user_password_reset', { body: { emal, pswd: 'Another-horse-8', code: WRONG } }),
    );
    expectAlike(results, 400);
  });

  it('is not revealed by an address change without the right code', async () => {
    const as = await fixture.newUser();
    const results = await compare([(await fixture.newUser()).email, newAddress()], (emal) =>
      fixture.call('user_email_update', { as, query: { emal, code: WRONG } }),
    );
    expectAlike(results, 400);
  });

  it('is revealed by the receiver check with no more than an id and a short name', async () => {
    const check = (rqtype: string, rqvalue: string) =>
      fixture.call('user_transfer_check_receiver', { as: fixture.ada, query: { rqtype, rqvalue } });
    for (const person of [fixture.obi, fixture.newcomer]) {
      expect((await check('email', person.email)).body.DATA).toEqual({ userid: person.userid, name: 'Ada O.' });
      expect((await check('refid', await fixture.referenceOf(person))).body.DATA).toEqual({
        userid: person.userid,
        name: 'Ada O.',
      });
    }
    expectAlike([seen(await check('email', newAddress())), seen(await check('email', newAddress()))], 404);
  });

  it('is not revealed by an unknown invitation id', async () => {
    const ask = (rqvl: string) => fixture.call('control_staff_register_info', { query: { rqvl } });
    expect(seen(await ask('x'.repeat(43)))).toEqual(seen(await ask(fixture.unknownMarker)));
  });

  it('codes are never in answers or stored in the clear', async () => {
    const { email } = await fixture.newUser();
    const code = await fixture.codeSentTo(email, 1);
    const rows = await fixture.get(Database).rows<Record<string, unknown>>('SELECT * FROM mailed_code WHERE email = ?', [email]);
    expect(rows.length).toBeGreaterThan(0);
    expect(Object.values(rows[0]!).map(String)).not.toContain(code);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  });
});

describe('guessing under the default rate limits', () => {
  it('stops at the tenth login of a minute for one address, and at the 120th for one network', async () => {
    const service = await startApp('sqlite', { RATE_LIMIT_SCALE: '1' });
    try {
      const login = (emal: string) =>
        service.client.post('user_profile_login', { body: { emal, pswd: 'Wrong-horse-7', ...DEVICE } });
      const answers: Answer[] = [];
      for (let number = 0; number < 12; number++) answers.push(await login('person@example.com'));
      expect(answers.at(-1)!.status).toBe(429);
      expect(answers.at(-1)!.headers.get('ratelimit-policy')).toBe('"login";q=10;w=60');
      for (let number = 0; number < 108; number++) expect((await login(`person${number}@example.com`)).status).toBe(401);
      expect((await login('another@example.com')).headers.get('ratelimit-policy')).toBe('"login";q=120;w=60');
      expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await service.close();
    }
  });

  it('stops at the fifth code of an hour', async () => {
    const service = await startApp('sqlite', { RATE_LIMIT_SCALE: '1' });
    try {
      const statuses: number[] = [];
      for (let number = 0; number < 7; number++) {
        statuses.push((await service.client.get('user_email_verify_send', { query: { emal: 'person@example.com' } })).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    } finally {
      await service.close();
    }
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PasswordHasher } from '../../src/contexts/identity/application/ports/password-hasher.js';
import { Database } from '../../src/platform/database/database.js';
import { administratorOf, presentCode } from '../contract/support/administrator.js';
import { newAddress, ContractFixture } from '../contract/support/contract-fixture.js';
import { startApp } from '../support/app.js';
import { BACKENDS } from '../support/backend.js';
import type { Answer } from '../support/client.js';

const WRONG = '000000';
const DEVICE = { dvty: 'Web', dsnm: 'guesser' };

/** Everything that a client sees, but for what differs in every answer. */
const seen = ({ status, headers, body }: Answer) => ({
  status,
  headers: [...headers.keys()].filter((name) => name !== 'date').toSorted(),
  length: JSON.stringify(body).length,
  text: JSON.stringify(body).replace(/ \([0-9A-Z]{8}\)/, ''),
});

describe.each(BACKENDS)('whether somebody is a customer, on %s', (backend) => {
  let world: ContractFixture;
  beforeAll(async () => {
    world = await ContractFixture.open(backend);
  }, 60_000);
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => world.close());

  /** The answer to each address, with the passwords that were hashed for it: the work that takes time. */
  async function compare(addresses: readonly string[], ask: (address: string) => Promise<Answer>) {
    const hasher = world.get(PasswordHasher);
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

  it('is not told by a login, which hashes once whoever it is', async () => {
    const suspended = await world.person();
    await world.sql("UPDATE user_account SET status = 'suspended' WHERE id = ?", suspended.userid);
    const google = await world.person();
    await world.sql('UPDATE user_account SET password_hash = NULL WHERE id = ?', google.userid);
    const addresses = [(await world.person()).email, suspended.email, google.email, world.tester.email, newAddress()];
    const results = await compare(addresses, (emal) =>
      world.call('user_profile_login', { body: { emal, pswd: 'Wrong-horse-7', ...DEVICE } }),
    );
    expectAlike(results, 401);
    expect(results[0]!.hashed).toEqual([1, 0]);
  });

  it('is not told by a login of staff', async () => {
    const { email, totpSecret } = await administratorOf(world);
    const pinc = presentCode(totpSecret);
    const results = await compare([email, (await world.person()).email, newAddress()], (emal) =>
      world.call('control_staff_profile_login', { body: { emal, pswd: 'Wrong-horse-7', pinc, ...DEVICE } }),
    );
    expectAlike(results, 401);
    expect(results[0]!.hashed).toEqual([1, 0]);
  });

  it('is not told by sending a code', async () => {
    const results = await compare([(await world.person()).email, newAddress()], (emal) =>
      world.call('user_email_verify_send', { query: { emal } }),
    );
    expectAlike(results, 200);
  });

  it('is not told by a wrong code', async () => {
    const addresses = [(await world.person()).email, newAddress()];
    expectAlike(await compare(addresses, (emal) => world.call('user_email_verify', { query: { emal, code: WRONG } })), 400);
  });

  it('is not told by a reset without the right code', async () => {
    const addresses = [(await world.person()).email, world.tester.email, newAddress()];
    const results = await compare(addresses, (emal) =>
      world.call('user_password_reset', { body: { emal, pswd: 'Another-horse-8', code: WRONG } }),
    );
    expectAlike(results, 400);
  });

  it('is not told by changing the own address without the right code', async () => {
    const as = await world.person();
    const results = await compare([(await world.person()).email, newAddress()], (emal) =>
      world.call('user_email_update', { as, query: { emal, code: WRONG } }),
    );
    expectAlike(results, 400);
  });

  it('is told with nothing but an id by the receiver’s check, whoever they are', async () => {
    const check = (rqtype: string, rqvalue: string) =>
      world.call('user_transfer_check_receiver', { as: world.ada, query: { rqtype, rqvalue } });
    for (const person of [world.obi, world.newcomer]) {
      expect((await check('email', person.email)).body.DATA).toEqual({ userid: person.userid });
      expect((await check('refid', await world.referenceOf(person))).body.DATA).toEqual({ userid: person.userid });
    }
    expectAlike([seen(await check('email', newAddress())), seen(await check('email', newAddress()))], 404);
  });

  it('is not told by an invitation’s id that is none', async () => {
    const ask = (rqvl: string) => world.call('control_staff_register_info', { query: { rqvl } });
    expect(seen(await ask('x'.repeat(43)))).toEqual(seen(await ask(world.unknownMarker)));
  });

  it('is asked of codes in vain: they are neither short-lived words nor stored', async () => {
    const { email } = await world.person();
    const code = await world.codeSentTo(email, 1);
    const rows = await world
      .get(Database)
      .rows<Record<string, unknown>>('SELECT * FROM verification_code WHERE email = ?', [email]);
    expect(rows.length).toBeGreaterThan(0);
    expect(Object.values(rows[0]!).map(String)).not.toContain(code);
    expect(code).toMatch(/^[0-9]{6}$/);
  });
});

describe('guessing, with the limits that are in force', () => {
  it('ends at the tenth login of a minute, whoever is guessed at', { timeout: 60_000 }, async () => {
    const service = await startApp('sqlite', { RATE_LIMIT_SCALE: '1' });
    try {
      const login = (emal: string) =>
        service.client.post('user_profile_login', { body: { emal, pswd: 'Wrong-horse-7', ...DEVICE } });
      const answers: Answer[] = [];
      // A new address each: the delay of one account has no part in it.
      for (let number = 0; number < 12; number++) answers.push(await login(`person${number}@example.com`));
      expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(401), 429, 429]);
      expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await service.close();
    }
  });

  it('ends at the fifth code of an hour', { timeout: 60_000 }, async () => {
    const service = await startApp('sqlite', { RATE_LIMIT_SCALE: '1' });
    try {
      const statuses: number[] = [];
      for (let number = 0; number < 7; number++) {
        statuses.push(
          (await service.client.get('user_email_verify_send', { query: { emal: `person${number}@example.com` } })).status,
        );
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    } finally {
      await service.close();
    }
  });
});

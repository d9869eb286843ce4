import { getMetadataArgsStorage } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userCacheKeys } from '../../src/contexts/sign-in/adapters/cached-users.js';
import { CacheInvalidator } from '../../src/contexts/sign-in/adapters/invalidating-cache.js';
import { AccountDirectory, Users } from '../../src/contexts/sign-in/index.js';
import { SecondFactorStore } from '../../src/contexts/staff/members/second-factors.js';
import { digestOf } from '../../src/contexts/staff/members/profiles.js';
import { sealedRowClasses, sealsOf, unsealedReasons } from '../../src/platform/crypto/row-seal.js';
import type { TestUser } from '../support/app.js';
import { ONE_BACKEND } from '../support/backend.js';
import type { Answer, Credentials } from '../support/client.js';
import { codesTo } from '../support/mailbox.js';
import { until } from '../support/until.js';
import { BackOfficeFixture } from '../contexts/staff/back-office-fixture.js';
import { failed, newAddress, permissions, type Staff } from '../contexts/staff/staff-fixture.js';

const PIN = '4829';
const TRANSFER = { amount: 50 };

/** Somebody who can write SQL, and knows no key and no secret but those of accounts of their own. */
describe.each(ONE_BACKEND)('rows changed by SQL on %s', (backend) => {
  let office: BackOfficeFixture;
  let attacker: TestUser;
  beforeAll(async () => {
    office = await BackOfficeFixture.open(backend);
    attacker = await office.customer();
  });
  afterAll(() => office.close());

  const login = (emal: string, pswd: string) =>
    office.staff.post('user_profile_login', undefined, { emal, pswd, dvty: 'Web', dsnm: 'elsewhere' });
  const pay = (as: Credentials, pinc?: string) =>
    office.post('user_transfer_create', as, { ...TRANSFER, email: attacker.email, ...(pinc ? { pinc } : {}) });
  const outcome = ({ status, body }: Answer) => (body.REQUEST.STATUS === 'OK' ? 'ok' : status);
  const column = async <T = string>(table: string, name: string, key: string, id: string): Promise<T> =>
    (await office.rows<Record<string, T>>(`SELECT ${name} FROM ${table} WHERE ${key} = ?`, id))[0]![name]!;
  /** What the caches hold ends by itself; the attacker waits. */
  const forget = async (user: TestUser) => {
    const referenceId = await column('user_account', 'reference_id', 'id', user.userid);
    await office.app.get(CacheInvalidator, { strict: false }).publish(userCacheKeys({ ...user, id: user.userid, referenceId }));
  };
  const reported = (rowId: string) =>
    until(async () => {
      const logs = await office.rows<{ kind: string }>(
        "SELECT kind FROM system_log WHERE log_key LIKE 'row-seal:%' AND description LIKE ?",
        `%${rowId}%`,
      );
      return logs.length === 1 && logs[0]!.kind === 'error';
    });
  const copy = async (table: string, columns: readonly string[], key: string, from: string, to: string) => {
    for (const name of columns)
      await office.rows(`UPDATE ${table} SET ${name} = ? WHERE ${key} = ?`, await column(table, name, key, from), to);
  };

  describe('password', () => {
    it('copied from another account, with or without its seal, opens nothing, and is reported once', async () => {
      const [one, other] = [await office.customer(), await office.customer()];
      await copy('user_account', ['password_hash'], 'id', attacker.userid, one.userid);
      await copy('user_account', ['password_hash', 'credential_seal'], 'id', attacker.userid, other.userid);
      const own = await office.staff.service.register({ pswd: 'Another-horse-8' });
      await copy('user_account', ['password_hash'], 'id', attacker.userid, own.userid);
      for (const victim of [one, other, own])
        for (let time = 0; time < 2; time++) expect(outcome(await login(victim.email, attacker.password))).toBe(401);
      expect(outcome(await login(attacker.email, attacker.password))).toBe('ok');
      await reported(one.userid);
      await reported(other.userid);
    });

    it('of before is found where its seal is not restored with it', async () => {
      const victim = await office.customer();
      const before = await column('user_account', 'password_hash', 'id', victim.userid);
      await office.must(office.post('user_password_change', victim, { pswd: victim.password, npwd: 'Another-horse-8' }));
      expect(outcome(await login(victim.email, 'Another-horse-8'))).toBe('ok');
      await office.rows('UPDATE user_account SET password_hash = ? WHERE id = ?', before, victim.userid);
      expect(outcome(await login(victim.email, victim.password))).toBe(401);
    });

    it('taken away with its seal is no password', async () => {
      const victim = await office.customer();
      await copy('user_account', ['password_hash'], 'id', attacker.userid, victim.userid);
      await office.rows('UPDATE user_account SET credential_seal = NULL WHERE id = ?', victim.userid);
      expect(outcome(await login(victim.email, attacker.password))).toBe(401);
    });

    it('is not sealed by a later change of the profile', async () => {
      const victim = await office.customer();
      await copy('user_account', ['password_hash'], 'id', attacker.userid, victim.userid);
      await office.must(office.post('user_profile_update', victim, { fNme: 'Ngozi' }));
      expect(outcome(await login(victim.email, attacker.password))).toBe(401);
    });
  });

  describe('mailed code', () => {
    it('of an own address that was moved to another account resets nothing', async () => {
      const [own, victim] = [await office.customer(), await office.customer()];
      const send = (emal: string) =>
        office.must(office.staff.call('user_email_verify_send', { method: 'GET', query: { emal, purpose: 'reset' } }));
      const reset = (emal: string, code: string) =>
        office.staff.post('user_password_reset', undefined, { emal, code, pswd: 'Another-horse-8' });
      await send(own.email);
      const code = (await codesTo(office.staff.service.config.dataDir, own.email, 2))[1]!;
      await office.rows("UPDATE mailed_code SET email = ? WHERE email = ? AND slot = 'reset'", victim.email, own.email);
      expect(failed(await reset(victim.email, code))).toMatchObject({ status: 400 });
      expect(outcome(await login(victim.email, victim.password))).toBe('ok');
      await office.rows("UPDATE mailed_code SET email = ? WHERE email = ? AND slot = 'reset'", own.email, victim.email);
      expect(outcome(await reset(own.email, code))).toBe('ok');
    });
  });

  describe('account', () => {
    it.each(['email_verified', 'phone_verified', 'identity_verified'])('does not become %s', async (flag) => {
      const user = await office.customer();
      const present = await column<number>('user_account', flag, 'id', user.userid);
      await office.rows(`UPDATE user_account SET ${flag} = ? WHERE id = ?`, 1 - present, user.userid);
      await forget(user);
      const shown = { emailVerified: false, phoneVerified: false, identityVerified: false, status: 'suspended' };
      const directory = office.app.get(AccountDirectory, { strict: false });
      expect((await directory.findMany([user.userid])).get(user.userid)).toMatchObject(shown);
      expect(await office.app.get(Users, { strict: false }).find(user.userid)).toMatchObject(shown);
      expect(outcome(await pay(user))).not.toBe('ok');
      await reported(user.userid);
    });

    it('is not taken over by another address', async () => {
      const victim = await office.customer();
      const address = newAddress();
      await office.rows('UPDATE user_account SET email = ? WHERE id = ?', address, victim.userid);
      expect(outcome(await login(address, victim.password))).toBe(401);
    });

    it('is not opened again after a suspension', async () => {
      const user = await office.customer();
      await office.must(office.post('control_user_modify', office.staff.admin, { uxid: user.userid, status: 'suspended' }));
      await office.rows("UPDATE user_account SET status = 'active' WHERE id = ?", user.userid);
      await forget(user);
      expect(outcome(await login(user.email, user.password))).not.toBe('ok');
    });

    it('gets no money that is meant for another', async () => {
      const [payer, victim] = [await office.customer(), await office.customer()];
      const code = await column('user_account', 'reference_id', 'id', victim.userid);
      await office.rows('UPDATE user_account SET reference_id = ? WHERE id = ?', 'ZZZZZZZZ', victim.userid);
      const thief = await office.customer();
      await office.rows('UPDATE user_account SET reference_id = ? WHERE id = ?', code, thief.userid);
      expect(outcome(await office.post('user_transfer_create', payer, { ...TRANSFER, email: code }))).not.toBe('ok');
    });
  });

  describe('transaction PIN', () => {
    const setPin = (as: TestUser, pinc = PIN, proof: object = {}) =>
      office.must(office.post('user_passcode_update', as, { pswd: as.password, pinc, ...proof }));
    const untrusted = { status: 403, id: 'pinc_untrusted' };

    it('copied from another account pays nothing', async () => {
      const victim = await office.customer();
      await setPin(attacker);
      await setPin(victim, '7305');
      await copy('transaction_pin', ['sealed_hash', 'pin_id', 'pin_seal'], 'user_id', attacker.userid, victim.userid);
      await forget(victim);
      expect(failed(await pay(victim, PIN))).toMatchObject(untrusted);
      await reported(victim.userid);
    });

    it('of before pays nothing where its seal is not restored with it', async () => {
      const victim = await office.customer();
      await setPin(victim);
      const before = await column('transaction_pin', 'sealed_hash', 'user_id', victim.userid);
      await setPin(victim, '7305', { opin: PIN });
      await office.rows('UPDATE transaction_pin SET sealed_hash = ? WHERE user_id = ?', before, victim.userid);
      await forget(victim);
      expect(failed(await pay(victim, PIN))).toMatchObject(untrusted);
    });

    it('is asked for still where its row is taken away, until it is set anew', async () => {
      const victim = await office.customer();
      await setPin(victim);
      await office.rows('DELETE FROM transaction_pin WHERE user_id = ?', victim.userid);
      await forget(victim);
      expect(failed(await pay(victim))).toMatchObject(untrusted);
      expect(failed(await pay(victim, PIN))).toMatchObject(untrusted);
      await reported(victim.userid);
      const proof = { opin: PIN };
      expect(
        failed(await office.post('user_passcode_update', victim, { pswd: victim.password, pinc: '', ...proof })),
      ).toMatchObject(untrusted);
      await office.staff.service.client.get('user_email_verify_send', { query: { emal: victim.email, purpose: 'pin' } });
      const code = (await codesTo(office.staff.service.config.dataDir, victim.email, 2)).at(-1);
      await setPin(victim, '7305', { code });
      expect(outcome(await pay(victim, '7305'))).toBe('ok');
      await setPin(victim, '', { opin: '7305' });
      expect(outcome(await pay(victim))).toBe('ok');
    });
  });

  describe('payee', () => {
    const bank = (account: string) => ({ kind: 'bank', label: 'Mum', code: 'gtbank', account });
    const save = async (as: TestUser, body: object) =>
      (await office.must(office.post('user_payee_create', as, body)))['MKID'] as string;
    const payOut = (as: TestUser, payee: string) => office.post('user_payout_create', as, { payee, amount: 100 });
    const untrusted = { status: 409, id: 'payee_untrusted' };

    it.each(['account', 'bank_code', 'name', 'label', 'identity', 'user_id', 'kind'])(
      'of another %s is paid nothing until its owner saves it anew',
      async (name) => {
        const owner = await office.customer();
        const id = await save(owner, bank('0123456780'));
        const value = name === 'user_id' ? attacker.userid : 'changed';
        const payer = name === 'user_id' ? attacker : owner;
        await office.rows(`UPDATE payee SET ${name} = ? WHERE id = ?`, value, id);
        expect(failed(await payOut(payer, id))).toMatchObject(untrusted);
        await reported(id);
        const anew = await save(owner, bank('0123456780'));
        expect(outcome(await payOut(owner, anew))).toBe('ok');
      },
    );

    it('with the seal of another, or without one, is not listed, and is not sealed by a use', async () => {
      const owner = await office.customer();
      const id = await save(owner, bank('0123456780'));
      const thief = await save(attacker, bank('0123456781'));
      await copy('payee', ['account', 'identity', 'payee_seal'], 'id', thief, id);
      expect(failed(await payOut(owner, id))).toMatchObject(untrusted);
      await office.rows('UPDATE payee SET payee_seal = NULL WHERE id = ?', id);
      expect(failed(await payOut(owner, id))).toMatchObject(untrusted);
      expect((await office.get('user_payee_fetch', owner, { rqtp: 'all' })).status).toBe(404);
    });
  });

  describe('member of staff', () => {
    const signIn = async (member: Staff) => outcome(await office.staff.login(member, office.staff.code(member.totpSecret)));
    const idOf = ({ email }: Staff) => column('staff_profile', 'id', 'email', email);

    it('gets no grant, and no session, by grants that were written', async () => {
      const clerk = await office.staff.hire('userControl.viewHistory');
      expect(await signIn(clerk)).toBe('ok');
      const id = await idOf(clerk);
      await office.rows('UPDATE staff_profile SET grants = ? WHERE id = ?', JSON.stringify(['staffControl.allowCreate']), id);
      expect(await signIn(clerk)).toBe(401);
      expect(failed(await office.staff.create(clerk, newAddress(), permissions('userControl.viewHistory'))).status).not.toBe(200);
      await reported(id);
    });

    it('gets none by the grants of another with their seal', async () => {
      const clerk = await office.staff.hire();
      const [from, to] = [await idOf(office.staff.admin), await idOf(clerk)];
      await copy('staff_profile', ['grants', 'profile_seal'], 'id', from, to);
      expect(await signIn(clerk)).toBe(401);
    });

    it('who was disabled stays disabled', async () => {
      const clerk = await office.staff.hire();
      await office.must(office.get('control_staff_profile_disable', office.staff.admin, { rquxid: clerk.trackingId }));
      await office.rows("UPDATE staff_profile SET status = 'active' WHERE id = ?", await idOf(clerk));
      expect(await signIn(clerk)).toBe(401);
    });

    it('is not signed in by the second factor of before it was reset', async () => {
      const clerk = await office.staff.hire();
      const id = await idOf(clerk);
      const secret = await column('staff_profile', 'totp_secret', 'id', id);
      await office.app.get(SecondFactorStore, { strict: false }).replace(id, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP');
      await office.rows('UPDATE staff_profile SET totp_secret = ? WHERE id = ?', secret, id);
      expect(await signIn(clerk)).toBe(401);
    });

    it('does not register again by an invitation that was used, nor by one that was written', async () => {
      const email = newAddress();
      const invitation = await office.staff.invite(email, 'userControl.viewHistory');
      const clerk = await office.staff.register(email, invitation);
      const digest = digestOf(invitation.registrationId);
      await office.rows(
        "UPDATE staff_profile SET status = 'invited', user_id = NULL, registration_digest = ?, registration_expires = ? WHERE id = ?",
        digest,
        office.staff.clock.now() + 3_600_000,
        await idOf(clerk),
      );
      await expect(office.staff.register(email, invitation)).rejects.toThrow();
    });
  });

  describe('proposal', () => {
    const propose = async (user: TestUser, amount: number) =>
      (await office.must(office.post('control_wallet_adjust', office.clerk, { emal: user.email, amount, reason: 'Goodwill' })))[
        'MKID'
      ] as string;
    const decide = (reqv: string, by: Staff) =>
      office.post('control_proposal_decide', by, { reqv, decision: 'approve', pinc: office.staff.code(by.totpSecret) });

    it.each([
      ['of another amount', 'amount_kobo = amount_kobo * 1000'],
      ['for another wallet', 'user_id = ?'],
      ['approved once by nobody', "status = 'approved', approved_by = 'nobody'"],
      ['that needs one approval less', 'approvals = 1'],
    ])('%s is void', async (_, set) => {
      const user = await office.customer(0);
      const id = await propose(user, set.includes('approv') ? 1_500_000 : 900);
      const values = set.includes('?') ? [attacker.userid] : [];
      await office.rows(`UPDATE proposal SET ${set} WHERE id = ?`, ...values, id);
      expect(outcome(await decide(id, office.approver))).not.toBe('ok');
      expect(await office.balance(user)).toBe(0);
      await reported(id);
    });

    it('is not opened again once it was rejected', async () => {
      const user = await office.customer(0);
      const id = await propose(user, 900);
      const reject = { reqv: id, decision: 'reject', pinc: office.staff.code(office.approver.totpSecret) };
      await office.must(office.post('control_proposal_decide', office.approver, reject));
      await office.rows("UPDATE proposal SET status = 'proposed', decided_by = '' WHERE id = ?", id);
      expect(outcome(await decide(id, office.secondApprover))).not.toBe('ok');
    });

    it('with the seal of another is void', async () => {
      const user = await office.customer(0);
      const [small, large] = [await propose(user, 900), await propose(attacker, 9_000)];
      await copy('proposal', ['amount_kobo', 'user_id', 'proposal_seal'], 'id', large, small);
      expect(outcome(await decide(small, office.approver))).not.toBe('ok');
    });

    it('that nobody changed is carried out', async () => {
      const user = await office.customer(0);
      expect(outcome(await decide(await propose(user, 900), office.approver))).toBe('ok');
      expect(await office.balance(user)).toBe(900);
    });
  });
});

it('each column of a sealed table is sealed, or named with the reason why not', () => {
  expect(sealedRowClasses().map((rowClass) => sealsOf(rowClass)[0]!.table)).toEqual(
    expect.arrayContaining(['user_account', 'transaction_pin', 'staff_profile', 'passkey', 'payee', 'proposal']),
  );
  for (const rowClass of sealedRowClasses()) {
    const reasons = unsealedReasons(rowClass);
    const sealed = sealsOf(rowClass).flatMap(({ keys, seal, columns }) =>
      [...keys, seal, ...columns].map(({ property }) => property),
    );
    const columns = getMetadataArgsStorage().columns.filter(({ target }) => target === rowClass);
    expect([...new Set([...sealed, ...Object.keys(reasons)])].toSorted()).toEqual(
      columns.map(({ propertyName }) => propertyName).toSorted(),
    );
    expect(Object.keys(reasons).filter((property) => sealed.includes(property))).toEqual([]);
    for (const reason of Object.values(reasons)) expect(reason.length).toBeGreaterThan(10);
  }
});

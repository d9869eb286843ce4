import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PasskeyStore } from '../../../src/contexts/staff/members/passkeys.js';
import { BUDGETS } from '../../../src/kernel/budget-definitions.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { SoftwareAuthenticator } from '../../../packages/harness/software-authenticator.js';
import { DAY_MS } from '../../../src/kernel/clock.js';
import { PasskeyFixture } from './passkey-fixture.js';
import { failed, newAddress, type Staff } from './staff-fixture.js';

const INVALID = { status: 400, id: 'passkey_invalid' };

describe.each(ONE_BACKEND)('passkeys of staff that end on %s', (backend) => {
  let passkeys: PasskeyFixture;
  beforeAll(async () => {
    passkeys = await PasskeyFixture.open(backend);
  });
  afterAll(() => passkeys.close());

  /** One whose session goes on. */
  const signedIn = async (member: Staff): Promise<Staff> => {
    const { body } = await passkeys.staff.login(member, passkeys.staff.code(member.totpSecret));
    return { ...member, ...(body.DATA as object) };
  };
  const logsAbout = (marker: string) =>
    passkeys.staff.rows<{ kind: string; description: string }>(
      "SELECT kind, description FROM system_log WHERE log_key LIKE 'passkey-count:%' AND description LIKE ?",
      `%${marker}%`,
    );
  const remove = (member: Staff, reqv: string, pinc = passkeys.staff.code(member.totpSecret)) =>
    passkeys.staff.post('control_passkey_remove', member, { reqv, pinc });

  it('are refused when they have counted no further, and staff are told once a day', async () => {
    const clerk = await passkeys.staff.hire();
    const authenticator = await passkeys.add(clerk);
    const { marker } = (await passkeys.passkeysOf(clerk))[0]!;
    expect((await passkeys.signInBy(clerk, authenticator, { signCount: 7 })).status).toBe(200);
    for (const signCount of [7, 6, 0])
      expect(failed(await passkeys.signInBy(clerk, authenticator, { signCount }))).toMatchObject(INVALID);
    expect(await logsAbout(marker)).toEqual([
      { kind: 'error', description: expect.stringContaining('has counted to 7, and before to 7') as string },
    ]);
    expect((await passkeys.signInBy(clerk, authenticator, { signCount: 8 })).status).toBe(200);
  });

  it('are a failed sign-in where a copy was used at the same moment', async () => {
    const clerk = await passkeys.staff.hire();
    const authenticator = await passkeys.add(clerk);
    vi.spyOn(passkeys.staff.service.app.get(PasskeyStore, { strict: false }), 'use').mockResolvedValueOnce(false);
    expect(failed(await passkeys.signInBy(clerk, authenticator))).toMatchObject(INVALID);
    await passkeys.untilFailed(clerk, 1);
  });

  it('are a failed sign-in of who asks for one with the password, and has none', async () => {
    const clerk = await passkeys.staff.hire();
    expect(failed(await passkeys.askToSignIn(clerk))).toMatchObject({ id: 'passkey_missing' });
    await passkeys.untilFailed(clerk, 1);
  });

  it('are asked for with a delay where none has signed in, and staff are told', async () => {
    const { cap } = BUDGETS.passkey_challenges;
    const clerk = await passkeys.staff.hire();
    const authenticator = await passkeys.add(clerk);
    const ask = async () => (await passkeys.askToSignIn(clerk)).status;
    for (let time = 0; time < cap - 1; time++) expect(await ask()).toBe(200);
    expect((await passkeys.signInBy(clerk, authenticator)).status).toBe(200);
    for (let time = 0; time < cap; time++) expect(await ask()).toBe(200);
    const { status, headers } = await passkeys.askToSignIn(clerk);
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
    await passkeys.untilFailed(clerk, 1);
    const logs = "SELECT description FROM system_log WHERE log_key LIKE 'budget:%' AND description LIKE '%passkey_challenges%'";
    expect(await passkeys.staff.rows(logs)).toHaveLength(1);
    passkeys.staff.clock.time += 1_000;
    expect((await passkeys.signInBy(clerk, authenticator)).status).toBe(200);
  });

  it('of authenticators that count nothing are taken again and again', async () => {
    const clerk = await passkeys.staff.hire();
    const authenticator = await passkeys.add(clerk, 'Phone', new SoftwareAuthenticator(false));
    for (let time = 0; time < 2; time++) expect((await passkeys.signInBy(clerk, authenticator)).status).toBe(200);
  });

  it('count wrong answers together with wrong codes', async () => {
    const clerk = await passkeys.staff.hire();
    const authenticator = await passkeys.add(clerk);
    for (let time = 0; time < 3; time++)
      expect(failed(await passkeys.signInBy(clerk, authenticator, { origin: 'https://evil.example' }))).toMatchObject(INVALID);
    for (let time = 0; time < 2; time++)
      expect(failed(await passkeys.staff.login(clerk, '000000'))).toMatchObject({ id: 'pinc_invalid' });
    const { status, headers } = await passkeys.signInBy(clerk, authenticator);
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
    expect((await passkeys.staff.login(clerk, passkeys.staff.codeNow(clerk.totpSecret))).status).toBe(429);
    passkeys.staff.clock.time += 60_000;
    expect((await passkeys.signInBy(clerk, authenticator)).status).toBe(200);
    await passkeys.untilFailed(clerk, 7);
  });

  it('are removed by their owner alone, with a code, and sign nobody in then', async () => {
    const [clerk, other] = [await passkeys.staff.hire(), await passkeys.staff.hire()];
    const authenticator = await passkeys.add(clerk, 'Old phone');
    const [passkey] = await passkeys.passkeysOf(clerk);
    const answer = authenticator.answer(passkeys.ceremony(await passkeys.asked(clerk)));
    expect(failed(await remove(other, passkey!.marker))).toMatchObject({ status: 404 });
    expect(failed(await remove(clerk, passkey!.marker, '000000'))).toMatchObject({ status: 400, id: 'pinc_invalid' });
    expect((await remove(clerk, passkey!.marker)).status).toBe(200);
    expect(failed(await remove(clerk, passkey!.marker))).toMatchObject({ status: 404 });
    expect(await passkeys.passkeysOf(clerk)).toEqual([]);
    expect(failed(await passkeys.signIn(clerk, answer))).toMatchObject(INVALID);
    expect(failed(await passkeys.askToSignIn(clerk))).toMatchObject({ id: 'passkey_missing' });
    expect((await passkeys.staff.trail(`staff:${clerk.trackingId}`)).at(-1)).toMatchObject({
      action: 'control_passkey_remove',
      before: { passkey: passkey!.marker, name: 'Old phone' },
    });
    await passkeys.staff.service.settled();
    expect(await passkeys.mailsTo(clerk, 'A passkey was removed from your account')).toHaveLength(1);
  });

  it('go with a reset of the second factor, and none is added by an offer of before', async () => {
    const { admin } = passkeys.staff;
    const clerk = await passkeys.staff.hire();
    await passkeys.add(clerk);
    const offered = await passkeys.offered(clerk);
    const reset = { rqvl: clerk.trackingId, pinc: passkeys.staff.code(admin.totpSecret) };
    const { DATA } = (await passkeys.staff.post('control_staff_twofa_reset', admin, reset)).body;
    const renewed = await signedIn({ ...clerk, totpSecret: DATA.twofaSecret as string });
    expect(await passkeys.passkeysOf(renewed)).toEqual([]);
    const made = new SoftwareAuthenticator().create(passkeys.ceremony(offered));
    expect(failed(await passkeys.create(renewed, made))).toMatchObject(INVALID);
  });

  it('go with the work of their owner', async () => {
    const { admin } = passkeys.staff;
    const clerk = await passkeys.staff.hire();
    const authenticator = await passkeys.add(clerk);
    const answer = authenticator.answer(passkeys.ceremony(await passkeys.asked(clerk)));
    await passkeys.staff.get('control_staff_profile_disable', admin, { rquxid: clerk.trackingId });
    expect(await passkeys.staff.rows('SELECT id FROM passkey WHERE user_id = ?', clerk.userid)).toEqual([]);
    expect(failed(await passkeys.signIn(clerk, answer))).toMatchObject({ status: 401, details: 'Incorrect credentials' });
    expect(failed(await passkeys.askToSignIn(clerk))).toMatchObject({ status: 401 });
  });

  it('that were changed in the database are none', async () => {
    const [clerk, other] = [await passkeys.staff.hire(), await passkeys.staff.hire()];
    const authenticator = await passkeys.add(clerk);
    await passkeys.staff.rows('UPDATE passkey SET user_id = ? WHERE user_id = ?', other.userid, clerk.userid);
    expect(failed(await passkeys.askToSignIn(other))).toMatchObject({ id: 'passkey_missing' });
    await passkeys.staff.rows('UPDATE passkey SET user_id = ? WHERE user_id = ?', clerk.userid, other.userid);
    expect((await passkeys.signInBy(clerk, authenticator)).status).toBe(200);
  });

  // The last one: a day ends the sessions of before.
  it('that have counted no further are told to the member once a day, by notice and mail to the present address', async () => {
    const subject = 'Somebody may have a copy of your passkey';
    const clerk = await passkeys.staff.hire();
    const authenticator = await passkeys.add(clerk);
    await passkeys.staff.changeProfile(clerk.email, { email: newAddress() });
    expect((await passkeys.signInBy(clerk, authenticator, { signCount: 7 })).status).toBe(200);
    const copied = async () =>
      expect(failed(await passkeys.signInBy(clerk, authenticator, { signCount: 7 }))).toMatchObject(INVALID);
    for (let time = 0; time < 2; time++) await copied();
    expect(await passkeys.noticesTo(clerk, subject)).toEqual([expect.stringContaining('from 127.0.0.1 was refused')]);
    passkeys.staff.clock.time += DAY_MS;
    await copied();
    expect(await passkeys.noticesTo(clerk, subject)).toHaveLength(2);
    await passkeys.staff.service.settled();
    expect(await passkeys.mailsTo(clerk, subject)).toHaveLength(2);
    await passkeys.untilFailed(clerk, 3);
  });
});

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAddress, StaffFixture } from '../contexts/staff/staff-fixture.js';
import type { TestUser } from '../support/app.js';
import { BACKENDS } from '../support/backend.js';
import type { Answer, Credentials } from '../support/client.js';
import { IdTokenIssuer } from '../support/id-token-issuer.js';
import { codesTo } from '../support/mailbox.js';

const AT_ONCE = 10;
const ROUNDS = 2;
const DEVICE = { dvty: 'Web', dvnm: 'Pixel' };

const outcome = ({ status, body }: Answer) => (status === 200 ? 'done' : `${status} ${body.ERRORS.ID ?? body.ERRORS.MSG ?? ''}`);

describe.each(BACKENDS)('what is good once, ten times at once, on %s', (backend) => {
  let issuer: IdTokenIssuer;
  let staffApp: StaffFixture;
  let phones = 8_030_000_000;
  beforeAll(async () => {
    issuer = await new IdTokenIssuer().start();
    staffApp = await StaffFixture.open(backend, issuer.environment);
  });
  afterAll(async () => {
    await staffApp.close();
    issuer.stop();
  });

  const atOnce = async (send: (number: number) => Promise<Answer>) =>
    (await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => send(number)))).map(outcome);
  const once = (refused: string) => ['done', ...Array<string>(AT_ONCE - 1).fill(refused)].toSorted();
  const codeTo = async (emal: string, purpose: string, count: number) => {
    await staffApp.call('user_email_verify_send', { method: 'GET', query: { emal, purpose } });
    return (await codesTo(staffApp.service.config.dataDir, emal, count)).at(-1)!;
  };
  const rows = (sql: string, ...values: string[]) => staffApp.rows<{ id: string }>(sql, ...values);

  async function withPhone(phoneNumber: string): Promise<TestUser> {
    const user = await staffApp.service.register();
    await staffApp.post('user_profile_update', user, { phoneNumber });
    return user;
  }

  async function phoneCode(user: TestUser): Promise<string> {
    const folder = join(staffApp.service.config.dataDir, 'sms');
    const before: string[] = await readdir(folder).catch(() => []);
    const answer = await staffApp.post('user_phone_verify_send', user, {});
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    const name = (await readdir(folder)).find((each) => !before.includes(each))!;
    return /code is ([0-9]{6})/.exec(await readFile(join(folder, name), 'utf8'))![1]!;
  }

  it.each(Array.from({ length: ROUNDS }, (_, round) => round))('a code resets one password, round %i', async () => {
    const { email, userid } = await staffApp.service.register();
    const code = await codeTo(email, 'reset', 2);
    const passwords = Array.from({ length: AT_ONCE }, (_, number) => `Another-horse-${number}x`);
    const outcomes = await atOnce((number) =>
      staffApp.post('user_password_reset', undefined, { emal: email, pswd: passwords[number], code }),
    );
    expect(outcomes.toSorted()).toEqual(once('400 code_invalid'));
    const winner = passwords[outcomes.indexOf('done')]!;
    const body = { emal: email, pswd: winner, dsnm: 'once', ...DEVICE };
    expect((await staffApp.post('user_profile_login', undefined, body)).status).toBe(200);
    expect(await rows('SELECT id FROM password_history WHERE user_id = ?', userid)).toHaveLength(2);
  });

  it('a code confirms an address once', async () => {
    const user = await staffApp.service.register();
    const [code] = await codesTo(staffApp.service.config.dataDir, user.email);
    const confirm = () => staffApp.call('user_email_confirm', { method: 'GET', as: user, query: { code: code! } });
    expect((await atOnce(confirm)).toSorted()).toEqual(once('400 code_invalid'));
  });

  it('a code moves one account to an address', async () => {
    const users = await Promise.all(Array.from({ length: AT_ONCE }, () => staffApp.service.register()));
    const emal = newAddress();
    const code = await codeTo(emal, 'update', 1);
    const outcomes = await atOnce((number) => {
      const query = { emal, code, pswd: users[number]!.password };
      return staffApp.call('user_email_update', { method: 'GET', as: users[number]!, query });
    });
    expect(outcomes.filter((each) => each === 'done')).toHaveLength(1);
    expect(await rows('SELECT id FROM user_account WHERE email = ?', emal)).toHaveLength(1);
  });

  it('a code proves a phone number once', async () => {
    const user = await withPhone(`0${++phones}`);
    const code = await phoneCode(user);
    const outcomes = await atOnce(() => staffApp.post('user_phone_verify_confirm', user, { code }));
    expect(outcomes.filter((each) => each === 'done')).toHaveLength(1);
    expect(outcomes.every((each) => ['done', '400 code_invalid', '409 phone_verified'].includes(each))).toBe(true);
  });

  it('a phone number is proved for one account', async () => {
    const phone = `0${++phones}`;
    const users: TestUser[] = [];
    const codes: string[] = [];
    for (let number = 0; number < AT_ONCE; number++) {
      users.push(await withPhone(phone));
      codes.push(await phoneCode(users.at(-1)!));
    }
    const outcomes = await atOnce((number) => staffApp.post('user_phone_verify_confirm', users[number], { code: codes[number] }));
    expect(outcomes.toSorted()).toEqual(once('409 phone_taken'));
    const verified = await rows(
      'SELECT id FROM user_account WHERE phone_number = ? AND phone_verified = 1',
      `+234${phone.slice(1)}`,
    );
    expect(verified).toEqual([{ id: users[outcomes.indexOf('done')]!.userid }]);
  });

  it('a Google token signs in once', async () => {
    const rqat = await issuer.token({ email: newAddress() });
    const login = (number: number) =>
      staffApp.post('user_google_login', undefined, { rqat, devt: 'iOS', devs: `once-${number}`, devn: 'iPhone' });
    expect((await atOnce(login)).toSorted()).toEqual(once('401 request_failure'));
  });

  it('an invitation registers one member of staff', async () => {
    const email = newAddress();
    const { registrationId: rgid, totpSecret } = await staffApp.invite(email);
    staffApp.code(totpSecret);
    const outcomes = await atOnce((number) => {
      // A code for each of the steps that are taken.
      const pinc = staffApp.codeNow(totpSecret, (number % 3) - 1);
      const body = { rgid, emal: email, pswd: 'Correct-horse-7', pinc, dsnm: `once-${number}`, ...DEVICE };
      return staffApp.post('control_staff_profile_register', undefined, body);
    });
    expect(outcomes.filter((each) => each === 'done')).toHaveLength(1);
    expect(await rows('SELECT id FROM user_account WHERE email = ?', email)).toHaveLength(1);
    const sessions = await rows('SELECT s.id FROM session s JOIN user_account u ON u.id = s.user_id WHERE u.email = ?', email);
    expect(sessions).toHaveLength(1);
  });

  it('a two-factor code is taken once', async () => {
    const clerk = await staffApp.hire();
    const pinc = staffApp.code(clerk.totpSecret);
    const validate = () => staffApp.post('control_staff_twofa_validate', clerk, { pinc });
    expect((await atOnce(validate)).filter((each) => each === 'done')).toHaveLength(1);
    const other = staffApp.code(clerk.totpSecret);
    const login = (number: number) => staffApp.login(clerk, other, { dsnm: `once-${number}` });
    expect((await atOnce(login)).filter((each) => each === 'done').length).toBeLessThanOrEqual(1);
  });

  it('a password is changed once by the one before', async () => {
    const user: TestUser & Credentials = await staffApp.service.register();
    const change = (number: number) =>
      staffApp.post('user_password_change', user, { pswd: user.password, npwd: `Another-horse-${number}x` });
    expect((await atOnce(change)).filter((each) => each === 'done')).toHaveLength(1);
    expect(await rows('SELECT id FROM password_history WHERE user_id = ?', user.userid)).toHaveLength(2);
  });

  it('an address registers one account', async () => {
    const emal = newAddress();
    const register = (number: number) =>
      staffApp.post('user_profile_create', undefined, {
        fsnm: 'Ada',
        lsnm: 'Obi',
        emal,
        pswd: 'Correct-horse-7',
        devt: 'Android',
        devs: `once-${number}`,
        devn: 'Pixel',
      });
    expect((await atOnce(register)).filter((each) => each === 'done')).toHaveLength(1);
    expect(await rows('SELECT id FROM user_account WHERE email = ?', emal)).toHaveLength(1);
  });
});

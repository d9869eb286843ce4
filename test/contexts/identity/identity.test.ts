import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Erasers } from '../../../src/contexts/accounts/closing.js';
import { PersonalData } from '../../../src/contexts/accounts/personal-data.js';
import { IdentityJobs } from '../../../src/contexts/identity/identity.jobs.js';
import { MINUTE_MS } from '../../../src/kernel/clock.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { TestUser } from '../../support/app.js';
import { provider } from '../analytics/support.js';
import { uploadSelfie } from './selfie.js';
import { failed, StaffFixture } from '../staff/staff-fixture.js';

type Wire = Record<string, unknown>;

const BIRTH = '1990-04-12';

describe.each(ONE_BACKEND)('identities on %s', (backend) => {
  let staffApp: StaffFixture;
  let numbers = 22_200_000;
  beforeAll(async () => {
    staffApp = await StaffFixture.open(backend, { BUDGETS: '{"network_identity_numbers":{"cap":1000}}' });
  });
  afterAll(() => staffApp.close());

  /** A number that ends so, and that nobody else has. */
  const numberWith = (ending = '9999') => `${(numbers += 1)}${ending}`.slice(-11).padStart(11, '1');
  const register = (firstName = 'Ada', lastName = 'Obi') => staffApp.service.register({ fsnm: firstName, lsnm: lastName });
  const submit = (as: TestUser, number: string, more: object = {}) =>
    staffApp.post('user_identity_submit', as, { type: 'bvn', number, birth: BIRTH, consent: true, ...more });
  const statusOf = async (as: TestUser, number: string, more: object = {}) => {
    const { body } = await submit(as, number, more);
    return body.DATA?.status ?? body.ERRORS?.ID;
  };
  const own = async (as: TestUser) => (await staffApp.get('user_identity_fetch', as)).body.DATA.result as Wire[];
  const profile = async (as: TestUser) => (await staffApp.get('user_profile_get_info', as)).body.DATA as Wire;
  const nameOf = async (as: TestUser) => {
    const { firstName, lastName } = await profile(as);
    return `${String(firstName)} ${String(lastName)}`;
  };
  const clerk = () => staffApp.hire('userControl.viewDetails', 'userControl.allowModify');
  const cases = async (as: Parameters<StaffFixture['get']>[1], query: Record<string, string>) =>
    (await staffApp.get('control_identity_fetch', as, query)).body.DATA.result as Wire[];
  const decide = (by: Awaited<ReturnType<typeof clerk>>, reqv: unknown, decision: string, pinc = staffApp.code(by.totpSecret)) =>
    staffApp.post('control_identity_decide', by, { reqv, decision, reason: 'Seen the slip', pinc });
  const later = async (ms: number) => {
    staffApp.clock.time += ms;
    await provider(staffApp.service, IdentityJobs).askDue();
  };

  it('are verified by the answer of a provider, and only the last four digits come back', async () => {
    const ada = await register();
    const number = numberWith();
    const { status, body } = await submit(ada, number);
    expect([status, body.DATA]).toEqual([
      200,
      { COMMENT: 'Your identity is verified', MKID: expect.any(String), status: 'verified' },
    ]);
    const answer = await staffApp.get('user_identity_fetch', ada);
    expect(answer.body.DATA.result).toEqual([
      {
        marker: body.DATA.MKID,
        type: 'bvn',
        last: '9999',
        status: 'verified',
        recorded: expect.any(String),
        verified: expect.any(String),
      },
    ]);
    expect(answer.body.DATA.consent).toMatchObject({ version: expect.any(String), text: expect.stringContaining('I agree') });
    expect((await profile(ada))['identVerify']).toBe('verified');
    const seen = await cases(await clerk(), { rqtp: 'user', rqvl: ada.userid });
    expect(seen).toMatchObject([{ last: '9999', status: 'verified', name_given: 'Ada Obi', birth_agrees: 'yes', score: 100 }]);
    expect(JSON.stringify([body, answer.body, seen])).not.toContain(number);
    const [row] = await staffApp.rows<Wire>('SELECT * FROM identity_verification WHERE user_id = ?', ada.userid);
    expect(JSON.stringify(row)).not.toContain(number);
    expect(JSON.stringify(row)).not.toContain(BIRTH);
    expect(row).toMatchObject({ consent_ip: '127.0.0.1', consent_text: expect.stringContaining('I agree') });
  });

  it.each([
    ['a number of ten digits', { number: '2220000999' }, 'number_invalid'],
    ['a virtual NIN as a BVN', { number: 'AB123456789012CD' }, 'number_invalid'],
    ['a day that there is not', { birth: '1990-02-30' }, 'birth_invalid'],
    ['another type', { type: 'passport' }, 'type_invalid'],
    ['no consent', { consent: undefined }, 'consent_required'],
    ['a consent that is refused', { consent: false }, 'consent_required'],
  ])('are not asked for with %s', async (_, more, id) => {
    const ada = await register();
    expect(failed(await submit(ada, numberWith(), more))).toMatchObject({ status: 400, id });
    expect(await own(ada)).toEqual([]);
  });

  it.each([
    ['0004', 'not_found', 'not_found'],
    ['0005', 'review', 'watch_listed'],
    ['0002', 'review', 'review'],
    ['0003', 'review', 'review'],
    ['0006', 'verified', 'verified'],
    ['0007', 'review', 'review'],
  ])('that end in %s are %s to the user and %s to staff', async (ending, shown, toStaff) => {
    const ada = await register();
    expect(await statusOf(ada, numberWith(ending))).toBe(shown);
    expect((await own(ada))[0]).toMatchObject({ status: shown });
    expect(await cases(await clerk(), { rqtp: 'user', rqvl: ada.userid })).toMatchObject([{ status: toStaff }]);
    expect((await profile(ada))['identVerify']).toBe(shown === 'verified' ? 'verified' : 'unverified');
  });

  it('without an answer are asked again later, and are never the fault of the customer', async () => {
    for (const ending of ['0001', '0402', '0503']) {
      const ada = await register();
      expect(await statusOf(ada, numberWith(ending))).toBe('pending');
      expect(failed(await submit(ada, numberWith()))).toMatchObject({ status: 409, id: 'identity_open' });
      await later(2 * MINUTE_MS);
      expect((await own(ada))[0]).toMatchObject({ status: 'verified' });
    }
    const logs = await staffApp.rows<{ description: string }>(
      "SELECT description FROM system_log WHERE log_key LIKE 'identity-access:%'",
    );
    expect(logs).toEqual([{ description: expect.stringContaining('our balance is empty') }]);
  });

  it('of a watch list are told to staff, and to the customer nowhere', async () => {
    const ada = await register();
    const marker = (await submit(ada, numberWith('0005'))).body.DATA.MKID as string;
    const logs = await staffApp.rows<{ description: string }>(
      'SELECT description FROM system_log WHERE log_key = ?',
      `identity-watch-listed:${marker}`,
    );
    expect(logs).toHaveLength(1);
    const notices = await staffApp.rows<object>('SELECT * FROM notice WHERE user_id = ?', ada.userid);
    expect(JSON.stringify([await own(ada), await profile(ada), notices])).not.toMatch(/watch/i);
  });

  it('give the account the names that the authority has', async () => {
    const swapped = await register('Obi', 'Ada');
    expect(await statusOf(swapped, numberWith('0006'))).toBe('verified');
    expect(await nameOf(swapped)).toBe('Ada Obi');
  });

  it('are one account’s: who is another person learns no more than of a number that does not exist', async () => {
    const number = numberWith();
    const [ada, stranger, twin] = [await register(), await register('Musa', 'Bello'), await register()];
    expect(await statusOf(ada, number)).toBe('verified');
    const [taken, unknown] = [await submit(stranger, number), await submit(await register('Musa', 'Bello'), numberWith('0004'))];
    const shape = ({ status, body }: typeof taken) => [
      status,
      body.DATA.status,
      body.DATA.COMMENT,
      Object.keys(body.DATA as object),
    ];
    expect(shape(taken)).toEqual(shape(unknown));
    expect((await own(stranger))[0]).toMatchObject({ status: 'not_found', verified: '' });
    expect(await statusOf(stranger, number, { birth: '1980-01-01' })).toBe('not_found');
    // Whose name and date of birth they are has an account already.
    expect(failed(await submit(twin, number))).toMatchObject({ status: 409, id: 'identity_taken' });
    expect(failed(await submit(ada, numberWith()))).toMatchObject({ status: 409, id: 'identity_verified' });
    expect([(await profile(twin))['identVerify'], (await profile(stranger))['identVerify']]).toEqual([
      'unverified',
      'unverified',
    ]);
  });

  it('are one account’s also when two submit a number at once', async () => {
    for (let round = 0; round < 5; round++) {
      const number = numberWith();
      const users = await Promise.all([register(), register()]);
      const statuses = await Promise.all(users.map((user) => statusOf(user, number)));
      expect(statuses.toSorted((one, other) => (one < other ? -1 : 1))).toEqual(['identity_taken', 'verified']);
      const held = await staffApp.rows<{ user_id: string }>(
        `SELECT user_id FROM identity_verification WHERE claim IS NOT NULL AND user_id IN (?, ?)`,
        users[0].userid,
        users[1].userid,
      );
      expect(held).toHaveLength(1);
    }
  });

  it('of a virtual NIN are those of the NIN behind it', async () => {
    const [ada, twin] = [await register('Zainab', 'Sani'), await register('Zainab', 'Sani')];
    const nin = numberWith();
    expect(await statusOf(ada, `AB1${nin}CD`, { type: 'vnin' })).toBe('verified');
    expect(await statusOf(twin, nin, { type: 'nin' })).toBe('identity_taken');
    expect(await statusOf(ada, nin, { type: 'nin' })).toBe('identity_verified');
  });

  it('with a selfie are verified where it shows the person, and decided by staff where it does not', async () => {
    const [ada, obi] = [await register(), await register()];
    const selfieOf = (as: TestUser, name?: string) =>
      uploadSelfie(staffApp.service.client, as, Math.floor(staffApp.clock.now() / 1000), name);
    const selfie = await selfieOf(ada);
    for (const fileid of [selfie, await selfieOf(obi, 'selfie.txt'), 'unknown'])
      expect(failed(await submit(obi, numberWith(), { fileid }))).toMatchObject({ status: 400, id: 'fileid_invalid' });
    expect(await statusOf(ada, numberWith(), { fileid: selfie })).toBe('verified');
    expect(await statusOf(obi, numberWith('0008'), { fileid: await selfieOf(obi) })).toBe('review');
    const by = await clerk();
    expect(await cases(by, { rqtp: 'user', rqvl: ada.userid })).toMatchObject([{ selfie_agrees: 'yes' }]);
    const [doubt] = await cases(by, { rqtp: 'user', rqvl: obi.userid });
    expect(doubt).toMatchObject({ selfie_agrees: 'no', score: 100, birth_agrees: 'yes', status: 'review' });
    expect((await decide(by, doubt!['marker'], 'accept')).body.DATA).toMatchObject({ status: 'verified' });
  });

  it('are tried five times a day by an account, and ten times a day with one number', async () => {
    const ada = await register();
    for (let time = 0; time < 5; time++) expect(await statusOf(ada, numberWith('0004'))).toBe('not_found');
    expect((await submit(ada, numberWith('0004'))).status).toBe(429);
    const number = numberWith('0004');
    for (let time = 0; time < 10; time++) expect(await statusOf(await register(), number)).toBe('not_found');
    expect((await submit(await register(), number)).status).toBe(429);
  });

  it('are decided by staff, with both names and the reasons of the score before them', async () => {
    const [ada, obi] = [await register('Oluwaseun', 'Adeyemi'), await register('Chika', 'Nwosu')];
    const by = await clerk();
    const marker = (await submit(ada, numberWith('0007'))).body.DATA.MKID as string;
    const refused = (await submit(obi, numberWith('0002'))).body.DATA.MKID as string;
    const [found] = await cases(by, { rqtp: 'mk', rqvl: marker });
    expect(found).toMatchObject({
      name_given: 'Oluwaseun Adeyemi',
      name_found: 'Oluwaseun Adeyemh',
      reasons: ['spelling'],
      birth_agrees: 'yes',
    });
    expect(found!['score']).toBeGreaterThan(90);
    expect((await cases(by, { rqtp: 'review' })).map(({ marker }) => marker)).toEqual(expect.arrayContaining([marker, refused]));
    expect(failed(await decide(by, marker, 'accept', '000000'))).toMatchObject({ status: 400, id: 'pinc_invalid' });
    expect((await decide(by, marker, 'accept')).body.DATA).toMatchObject({ status: 'verified' });
    expect((await decide(by, refused, 'reject')).body.DATA).toMatchObject({ status: 'rejected' });
    expect([await nameOf(ada), await nameOf(obi)]).toEqual(['Oluwaseun Adeyemh', 'Chika Nwosu']);
    expect([(await profile(ada))['identVerify'], (await profile(obi))['identVerify']]).toEqual(['verified', 'unverified']);
    expect(failed(await decide(by, marker, 'reject'))).toMatchObject({ status: 409, id: 'identity_decided' });
    const [record] = await staffApp.trail(`user:${ada.userid}`);
    expect(record).toMatchObject({
      action: 'control_identity_decide',
      after: { verification: marker, status: 'verified', reason: 'Seen the slip' },
    });
    // Rejected numbers may be submitted again.
    expect(await statusOf(obi, numberWith())).toBe('verified');
  });

  it('are decided by their evidence, whatever the user is called meanwhile', async () => {
    const ada = await register();
    const by = await clerk();
    const marker = (await submit(ada, numberWith('0007'))).body.DATA.MKID as string;
    await staffApp.post('user_profile_update', ada, { fNme: 'Victor', lNme: 'Fraud' });
    expect(await nameOf(ada)).toBe('Victor Fraud');
    expect((await decide(by, marker, 'accept')).body.DATA).toMatchObject({ status: 'verified' });
    expect(await nameOf(ada)).toBe('Ada Obh');
    // A provider that answers late is held against the name of then.
    const musa = await register('Musa', 'Bello');
    expect(await statusOf(musa, numberWith('0001'))).toBe('pending');
    await staffApp.post('user_profile_update', musa, { fNme: 'Victor', lNme: 'Fraud' });
    await later(2 * MINUTE_MS);
    expect((await own(musa))[0]).toMatchObject({ status: 'review' });
  });

  it('are not decided by whom they are about, nor with a second account of theirs', async () => {
    const by = await clerk();
    const session = { ...by, marker: '' } as unknown as TestUser;
    const marker = (await submit(session, numberWith('0002'))).body.DATA.MKID as string;
    expect(failed(await decide(by, marker, 'accept'))).toMatchObject({ status: 403, id: 'own_case' });
    const [login] = await staffApp.rows<{ device_serial: string }>(
      'SELECT device_serial FROM login_record WHERE user_id = ? LIMIT 1',
      by.userid,
    );
    const second = await staffApp.service.register({ devs: login!.device_serial });
    const of = (await submit(second, numberWith('0002'))).body.DATA.MKID as string;
    expect(failed(await decide(by, of, 'accept'))).toMatchObject({ status: 403, id: 'own_case' });
    expect((await decide(await clerk(), of, 'reject')).status).toBe(200);
  });

  it('keep the name: a new one waits for staff', async () => {
    const ada = await register();
    await submit(ada, numberWith());
    const rename = (fNme: string) => staffApp.post('user_profile_update', ada, { fNme, phoneNumber: '08031230000' });
    expect((await rename('Victor')).body.DATA.COMMENT).toContain('Our staff look at your new name');
    expect((await rename('Adaeze')).status).toBe(200);
    expect([await nameOf(ada), (await profile(ada))['phoneNumber']]).toEqual(['Ada Obi', '+2348031230000']);
    const by = await clerk();
    const [newest, older] = await cases(by, { rqtp: 'user', rqvl: ada.userid });
    expect([newest, older]).toMatchObject([
      { type: 'name', status: 'review', name_given: 'Adaeze Obi', name_found: 'Ada Obi' },
      { type: 'name', status: 'rejected', name_given: 'Victor Obi' },
    ]);
    expect((await decide(by, newest!['marker'], 'accept')).status).toBe(200);
    expect([await nameOf(ada), (await profile(ada))['identVerify']]).toEqual(['Adaeze Obi', 'verified']);
    expect((await rename('Adaeze')).body.DATA.COMMENT).toBe('Your profile was updated');
  });

  it('are not compared with lists of sanctions without the setting, and readyz and the metrics say so', async () => {
    const at = (path: string) => fetch(`${staffApp.service.client.baseUrl}${path}`);
    expect(await (await at('/readyz')).json()).toMatchObject({ status: 'ok', screening: 'off' });
    expect(await (await at('/metrics')).text()).toMatch(/^harmattan_screening_on 0$/m);
  });

  it('are in the export of their user, and their digest alone is left when the account is erased', async () => {
    const [ada, again] = [await register(), await register()];
    const number = numberWith();
    await submit(ada, number);
    const part = provider(staffApp.service, PersonalData).parts.find(({ name }) => name === 'identity')!;
    const rows: object[] = [];
    for await (const row of part.rows(ada.userid)) rows.push(row);
    expect(rows).toMatchObject([
      { type: 'bvn', lastFour: '9999', firstName: 'Ada', birth: BIRTH, consent: expect.stringContaining('I agree') },
    ]);
    await provider(staffApp.service, Erasers).erase({ userId: ada.userid, email: ada.email, deviceSerials: [] });
    const [row] = await staffApp.rows<Wire>('SELECT * FROM identity_verification WHERE user_id = ?', ada.userid);
    expect(row).toMatchObject({ status: 'erased', sealed_number: '', sealed_evidence: '', last_four: '', claim: null });
    expect(row!['number_digest']).toMatch(/^[0-9a-f]{64}$/);
    expect(await statusOf(again, number)).toBe('verified');
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Banks, BankList } from '../../../src/contexts/banks/banks.js';
import { ResolvedAccounts } from '../../../src/contexts/banks/account-names.js';
import { Database } from '../../../src/platform/database/database.js';
import { naira } from '../../../src/kernel/money.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../../src/ledger/index.js';
import { codesTo } from '../../support/mailbox.js';
import { movement } from '../../support/ledger-fixture.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { signInStaff } from '../../support/staff.js';
import { addProvider, ListedProvider } from './support.js';

type Wire = Record<string, unknown>;

const LIST = [
  { name: 'GTBank Plc', code: '058', nipCode: undefined },
  { name: 'Kuda Bank', code: '50211', nipCode: undefined },
  { name: 'A Switch', code: '777', nipCode: '110006' },
  { name: 'Unheard-of Microfinance Bank', code: '51999', nipCode: '090999' },
  { name: 'Ecobank Retail', code: '050', nipCode: undefined },
];

describe.each(ONE_BACKEND)('banks on %s', (backend) => {
  let service: TestApp;
  let user: TestUser;
  let staff: TestUser;
  let second: ListedProvider;

  beforeAll(async () => {
    service = await startApp(backend, {
      BUDGETS:
        '{"name_enquiries":{"cap":60},"device_name_enquiries":{"cap":70},"network_name_enquiries":{"cap":100},"site_name_enquiries":{"cap":200}}',
      RATE_LIMIT_SCALE: '10',
      EMAIL_VERIFICATION: 'required',
      TRUSTED_PROXIES: 'loopback',
    });
    second = new ListedProvider('second', LIST);
    addProvider(service, second);
    await sync();
    user = await customer();
    staff = await signInStaff(service, 'offerControl.getDataList', 'offerControl.allowModify');
  });
  afterAll(() => service.close());

  const rows = (sql: string) => service.app.get(Database, { strict: false }).rows(sql);
  const sync = async () => {
    await rows("DELETE FROM bank_sync WHERE provider = 'second'");
    const failed: string[] = [];
    await service.app.get(BankList).syncStale((provider) => failed.push(provider));
    return failed;
  };
  const banks = async (query = {}): Promise<Wire[]> =>
    (await service.client.get('user_bank_fetch', { as: user, query })).body.DATA.result as Wire[];
  async function customer(overrides = {}): Promise<TestUser> {
    const registered = await service.register(overrides);
    const [code] = await codesTo(service.config.dataDir, registered.email);
    await service.client.get('user_email_confirm', { as: registered, query: { code: code! } });
    await fund(registered);
    return registered;
  }
  const fund = ({ userid }: TestUser) =>
    service.app.get(Ledger, { strict: false }).commit(movement(SUSPENSE_ACCOUNT, userid, naira(1_000)));
  const resolve = (account: string, code = 'gtbank', as = user, ip = '41.58.0.1') =>
    service.client.get('user_bank_resolve', { as, query: { code, account }, headers: { 'x-forwarded-for': ip } });
  const codeOf = (code: string) => service.app.get(Banks).providerCode('second', code);
  const matches = async (rqtp: string, rqvl?: string) =>
    (await service.client.get('control_bank_fetch', { as: staff, query: { rqtp, ...(rqvl ? { rqvl } : {}) } })).body;
  const mend = (reqv: string, code: string) =>
    service.client.post('control_bank_update', { as: staff, body: { provider: 'second', reqv, code, reason: 'looked up' } });

  it('are listed with kind and status, those that a provider added under a code of their own', async () => {
    const listed = await banks();
    expect(listed).toContainEqual({
      code: 'gtbank',
      name: 'Guaranty Trust Bank',
      kind: 'bank',
      status: 'available',
      likely: false,
    });
    expect(listed).toContainEqual(expect.objectContaining({ code: 'opay', kind: 'wallet' }));
    expect(listed).toContainEqual(expect.objectContaining({ code: 'unheard-mfb', kind: 'microfinance' }));
    expect(listed.some(({ name }) => name === 'A Switch')).toBe(false);
  });

  it('of a provider are known by name and code, and those that it does not list are not reached by it', async () => {
    expect([await codeOf('gtbank'), await codeOf('kuda'), await codeOf('ecobank'), await codeOf('zenith')]).toEqual([
      '058',
      '50211',
      '050',
      undefined,
    ]);
  });

  it('come first where the check digit of the account is theirs', async () => {
    const listed = await banks({ account: '2000000013' });
    expect(listed[0]!['likely']).toBe(true);
    expect(listed.filter(({ likely }) => likely).map(({ code }) => code)).toContain('kuda');
    expect(listed).toHaveLength((await banks()).length);
    const refused = await service.client.get('user_bank_fetch', { as: user, query: { account: '12345' } });
    expect(refused.body.ERRORS.ID).toBe('account_invalid');
  });

  it('tell whose an account is, and remember it for a quarter of an hour for who asked alone', async () => {
    const answer = await resolve('0123456789');
    expect(answer.body.DATA).toEqual({
      code: 'gtbank',
      bank: 'Guaranty Trust Bank',
      account: '0123456789',
      name: expect.stringMatching(/^[A-Z]+ [A-Z]+$/),
    });
    const resolved = service.app.get(ResolvedAccounts);
    const other = await service.register();
    expect(await resolved.find(user.userid, 'gtbank', '0123456789')).toMatchObject({ name: answer.body.DATA.name });
    expect(await resolved.find(other.userid, 'gtbank', '0123456789')).toBeUndefined();
    await rows(`UPDATE resolved_account SET resolved_at = resolved_at - 900001`);
    expect(await resolved.find(user.userid, 'gtbank', '0123456789')).toBeUndefined();
    expect(await service.app.get(ResolvedAccounts).forget()).toBe(1);
    expect(await rows('SELECT * FROM resolved_account')).toEqual([]);
  });

  it.each([
    ['012345678', 'gtbank', 400, 'account_invalid'],
    ['012345678x', 'gtbank', 400, 'account_invalid'],
    ['0123456789', 'nowhere', 404, 'bank_not_found'],
    ['0123450404', 'zenith', 404, 'account_not_found'],
    ['0123450503', 'zenith', 503, 'bank_unavailable'],
  ])('say of %s at %s what is wrong: %i %s', async (account, code, status, id) => {
    const answer = await resolve(account, code);
    expect([answer.status, answer.body.ERRORS.ID]).toEqual([status, id]);
  });

  it('are asked by the next provider where one cannot say, under its own code', async () => {
    second.asked.length = 0;
    expect((await resolve('0123450503')).body.DATA.name).toBe('SECOND ANSWER');
    expect(second.asked).toEqual([{ bankCode: '058', account: '0123450503' }]);
    second.enquiry = () => new Promise(() => undefined);
    expect((await resolve('0123450503')).body.ERRORS.ID).toBe('bank_unavailable');
    second.enquiry = () => Promise.reject(new Error('broken'));
    expect((await resolve('0123450503')).body.ERRORS.ID).toBe('bank_unavailable');
    second.enquiry = () => Promise.resolve({ outcome: 'resolved', name: 'SECOND ANSWER' });
  });

  it('that did not answer five times in a minute are unavailable until they answer', async () => {
    const statusOf = async () => (await banks()).find(({ code }) => code === 'palmpay')!['status'];
    for (let time = 0; time < 4; time++) await resolve('0123450503', 'palmpay');
    expect(await statusOf()).toBe('available');
    await resolve('0123450503', 'palmpay');
    expect(await statusOf()).toBe('unavailable');
    await resolve('0123456789', 'palmpay');
    expect(await statusOf()).toBe('available');
  });

  it('have another name at each enquiry of 0888', async () => {
    const names = [await resolve('0123450888'), await resolve('0123450888')].map(({ body }) => body.DATA.name as string);
    expect(names[0]).not.toBe(names[1]);
  });

  it('are matched by staff where that failed, which stays', async () => {
    expect((await matches('unsure')).DATA).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ marker: '51999', matched: 'none', listed: 'Unheard-of Microfinance Bank', status: 'listed' }),
        expect.objectContaining({ marker: '050', code: 'ecobank', matched: 'cbn' }),
      ]),
    );
    expect((await mend('51999', 'npf')).status).toBe(200);
    expect(await codeOf('npf')).toBe('51999');
    expect(await sync()).toEqual([]);
    expect(await codeOf('npf')).toBe('51999');
    expect((await mend('058', 'none')).status).toBe(200);
    expect(await codeOf('gtbank')).toBeUndefined();
    expect((await mend('050', 'new')).status).toBe(200);
    expect((await matches('provider', 'second')).DATA).toContainEqual(
      expect.objectContaining({ marker: '050', code: 'ecobank-retail', matched: 'staff' }),
    );
    expect((await mend('058', 'gtbank')).status).toBe(200);
    expect(await codeOf('gtbank')).toBe('058');
  });

  it('are not matched with what is not there', async () => {
    expect([(await mend('nothing', 'gtbank')).status, (await mend('058', 'nowhere')).body.ERRORS.ID]).toEqual([
      404,
      'code_invalid',
    ]);
    expect((await matches('bank', 'nowhere')).ERRORS.CODE).toBe(404);
  });

  it('stay where the list of a provider is empty, and go with it where it leaves one out', async () => {
    second.listed = [];
    expect(await sync()).toEqual(['second']);
    expect(await codeOf('kuda')).toBe('50211');
    second.listed = LIST.filter(({ code }) => code !== '50211');
    expect(await sync()).toEqual([]);
    expect(await codeOf('kuda')).toBeUndefined();
    second.listed = LIST;
    await sync();
    expect(await codeOf('kuda')).toBe('50211');
  });

  it('have a budget of enquiries for each user and day', async () => {
    const other = await customer();
    const statuses = [];
    for (let time = 0; time < 61; time++) statuses.push((await resolve('0123456789', 'gtbank', other, '102.89.0.1')).status);
    expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });

  it('are said to who proved an address and made a deposit, also of a payee', async () => {
    const stranger = await service.register();
    const save = () =>
      service.client.post('user_payee_create', {
        as: stranger,
        body: { kind: 'bank', label: 'Rent', code: 'gtbank', account: '0123456789' },
      });
    const refusals = async () =>
      [await resolve('0123456789', 'gtbank', stranger), await save()].map(({ status, body }) => [status, body.ERRORS.ID]);
    const both = (id: string) => [
      [400, id],
      [400, id],
    ];
    expect(await refusals()).toEqual(both('email_unverified'));
    const [code] = await codesTo(service.config.dataDir, stranger.email);
    await service.client.get('user_email_confirm', { as: stranger, query: { code: code! } });
    expect(await refusals()).toEqual(both('deposit_required'));
    await fund(stranger);
    expect((await resolve('0123456789', 'gtbank', stranger)).status).toBe(200);
    expect((await save()).status).toBe(200);
  });

  it('have a budget for each device, whoever signs in with it', async () => {
    const [first, second] = [await customer({ devs: 'shared' }), await customer({ devs: 'shared' })];
    const statuses = [];
    for (let time = 0; time < 71; time++)
      statuses.push((await resolve('0123456789', 'gtbank', time < 40 ? first : second, `102.89.3.${time}`)).status);
    expect(new Set(statuses.slice(0, 70))).toEqual(new Set([200]));
    expect(statuses.at(-1)).toBe(429);
  });

  it.each([
    ['network', '102.89.1.1', '102.89.1.1', '102.89.2.1'],
    ['IPv6 /48', '2c0f:1:1:1::1', '2c0f:1:1:2::1', '2c0f:1:2:1::1'],
  ])('have a budget for each %s, however many accounts ask', async (_, first, second, elsewhere) => {
    const people = [await customer(), await customer(), await customer(), await customer()];
    const statuses = [];
    for (const person of people.slice(0, 2))
      for (let time = 0; time < 50; time++) statuses.push((await resolve('0123456789', 'gtbank', person, first)).status);
    if (first !== second)
      for (const person of people.slice(2))
        for (let time = 0; time < 50; time++) statuses.push((await resolve('0123456789', 'gtbank', person, second)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const last = first === second ? people[2]! : await customer();
    expect((await resolve('0123456789', 'gtbank', last, second.replace(':2::', ':3::'))).status).toBe(429);
    expect((await resolve('0123456789', 'gtbank', last, elsewhere)).status).toBe(200);
  });
});

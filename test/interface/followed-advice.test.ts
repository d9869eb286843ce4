import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HarmattanClient } from '../../packages/client/src/index.js';
import { DepositsJobs } from '../../src/contexts/deposits/deposits.jobs.js';
import { SettleSuspense } from '../../src/contexts/deposits/suspense.js';
import { SignInSettings } from '../../src/contexts/sign-in/index.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../src/ledger/index.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/kernel/clock.js';
import type { FailureDefinition } from '../../src/kernel/failure.js';
import { kobo } from '../../src/kernel/money.js';
import { Database } from '../../src/platform/database/database.js';
import { OperationRegistry } from '../../src/platform/http/operation-registry.js';
import { startApp, type TestApp, type TestUser } from '../support/app.js';
import type { Answer, Credentials } from '../support/client.js';
import { ShiftedClock } from '../support/clocks.js';
import { movement } from '../support/ledger-fixture.js';
import { codesTo } from '../support/mailbox.js';
import { until } from '../support/until.js';
import { provider } from '../contexts/analytics/support.js';
import { AIRTIME } from '../contexts/purchases/support.js';

const root = resolve(import.meta.dirname, '../..');
const PIN = '4829';
const WRONG_PIN = '7305';
const clock = new ShiftedClock();
let service: TestApp;
let obi: TestUser;

beforeAll(async () => {
  service = await startApp('sqlite', { RATE_LIMIT_SCALE: '0' }, clock);
  obi = await customer(100);
});
afterAll(() => service.close());

const timestamp = () => Math.floor(clock.now() / 1000);
const post = (action: string, as: Credentials, body: object) => service.client.post(action, { as, body, timestamp: timestamp() });
const get = (action: string, as: Credentials, query: Record<string, string>) =>
  service.client.get(action, { as, query, timestamp: timestamp() });
const fund = ({ userid }: TestUser, amount: number) =>
  provider(service, Ledger).commit(movement(SUSPENSE_ACCOUNT, userid, kobo(Math.round(amount * 100))));
const pay = (as: TestUser, more: object = {}) => post('user_transfer_create', as, { email: obi.email, amount: 50, ...more });
const close = (as: TestUser, more: object = {}) => post('user_account_close', as, { pswd: as.password, ...more });
const logIn = ({ email, password }: TestUser, dsnm: string, more: object = {}) =>
  service.client.post('user_profile_login', { body: { emal: email, pswd: password, dvty: 'Web', dsnm, ...more } });
const sandbox = () => new HarmattanClient({ baseUrl: service.client.baseUrl }).sandbox;

async function customer(balance = 0): Promise<TestUser> {
  const user = await service.register();
  if (balance > 0) await fund(user, balance);
  return user;
}
async function withPin(): Promise<TestUser> {
  const user = await customer(10_000);
  await post('user_passcode_update', user, { pswd: user.password, pinc: PIN });
  return user;
}
async function mailedCode({ email }: TestUser, purpose?: string): Promise<string> {
  const before = (await codesTo(service.config.dataDir, email, 0)).length;
  await service.client.get('user_email_verify_send', { query: { emal: email, ...(purpose ? { purpose } : {}) } });
  return (await codesTo(service.config.dataDir, email, before + 1)).at(-1)!;
}
/** The same call until it is refused. */
async function untilRefused(call: () => Promise<Answer>): Promise<Answer> {
  for (let count = 0; count < 60; count++) {
    const answer = await call();
    if (answer.status === 429 || answer.status === 403) return answer;
  }
  throw new Error('it is never refused');
}
async function account(as: TestUser, amount: number): Promise<string> {
  const { body } = await post('user_deposit_order_create', as, { amount });
  return (body.DATA as { accountNumber: string }).accountNumber;
}
const balance = async (as: TestUser) => ((await get('user_wallet_get_info', as, {})).body.DATA as { balance: number }).balance;
const ticket = (as: TestUser) =>
  post('support_ticket_create', as, { subject: 'Meter', message: 'Where is my token?', category: 'technical' });

/** What `control_suspense_settle` does once it is approved. */
async function supportSettles({ userid }: TestUser): Promise<void> {
  const sql = 'SELECT id FROM deposit_payment WHERE debtor_id = ?';
  const [debt] = await service.app.get(Database).rows<{ id: string }>(sql, [userid]);
  const change = (await provider(service, SettleSuspense).recover(debt!.id, debt!.id))!;
  await provider(service, Ledger).commit(movement(SUSPENSE_ACCOUNT, userid, 1, change));
}

/** The call that is refused, and the call that succeeds once somebody did as the refusal says. */
type Story = () => Promise<readonly [refused: Answer, followed: Answer]>;

const STORIES: Readonly<Record<string, Story>> = {
  async 'sign_in.common_password'() {
    const register = (pswd: string) =>
      service.client.post('user_profile_create', {
        body: { fsnm: 'A', lsnm: 'B', emal: 'common@example.com', pswd, devt: 'Web', devs: 'c', devn: 'W' },
      });
    return [await register('Password123'), await register('Harmattan-Wind-26')];
  },
  async 'sign_in.reused_password'() {
    const ada = await customer();
    const change = (next: string) => post('user_password_change', ada, { pswd: ada.password, npwd: next });
    return [await change(ada.password), await change('Another-horse-8')];
  },
  async 'sign_in.login_delayed'() {
    const ada = await customer();
    const change = (pswd: string) => post('user_password_change', ada, { pswd, npwd: 'Another-horse-8' });
    const refused = await untilRefused(() => change('Wrong-horse-7'));
    clock.aheadMs += HOUR_MS;
    return [refused, await change(ada.password)];
  },
  async 'sign_in.login_delayed of a login'() {
    const ada = await customer();
    let guesses = 0;
    const refused = await untilRefused(() => logIn({ ...ada, password: 'Wrong-horse-7' }, `thief-${guesses++}`));
    return [refused, await logIn(ada, 'new', { code: await mailedCode(ada, 'login') })];
  },
  async 'sign_in.login_delayed of a login, later'() {
    const ada = await customer();
    let guesses = 0;
    const refused = await untilRefused(() => logIn({ ...ada, password: 'Wrong-horse-7' }, `thief-${guesses++}`));
    clock.aheadMs += HOUR_MS;
    return [refused, await logIn(ada, 'new')];
  },
  async 'sign_in.codes_exhausted'() {
    const { email } = await customer();
    const send = () => service.client.get('user_email_verify_send', { query: { emal: email } });
    const refused = await untilRefused(send);
    clock.aheadMs += HOUR_MS;
    return [refused, await send()];
  },
  async 'sign_in.pin_required'() {
    const ada = await withPin();
    return [await pay(ada), await pay(ada, { pinc: PIN })];
  },
  async 'sign_in.pin_locked'() {
    const ada = await withPin();
    const refused = await untilRefused(() => pay(ada, { pinc: WRONG_PIN }));
    clock.aheadMs += 15 * MINUTE_MS;
    return [refused, await pay(ada, { pinc: PIN })];
  },
  async 'sign_in.pin_blocked'() {
    const ada = await withPin();
    let refused: Answer;
    do {
      clock.aheadMs += 15 * MINUTE_MS;
      refused = await untilRefused(() => pay(ada, { pinc: WRONG_PIN }));
    } while (refused.status !== 403);
    await post('user_passcode_update', ada, { pswd: ada.password, pinc: '918273', code: await mailedCode(ada, 'pin') });
    return [refused, await pay(ada, { pinc: '918273' })];
  },
  async 'sign_in.cooling_off'() {
    const ada = await withPin();
    await service.client.post('user_password_reset', {
      body: { emal: ada.email, pswd: 'Another-horse-8', code: await mailedCode(ada) },
    });
    const again = async () => ({
      ...ada,
      ...((await logIn({ ...ada, password: 'Another-horse-8' }, 'new')).body.DATA as TestUser),
    });
    const session = await again();
    return [await pay(session), await pay(session, { pinc: PIN })];
  },
  async 'sign_in.cooling_off, later'() {
    const ada = await customer(100);
    await service.client.post('user_password_reset', {
      body: { emal: ada.email, pswd: 'Another-horse-8', code: await mailedCode(ada) },
    });
    const again = async () => ({
      ...ada,
      ...((await logIn({ ...ada, password: 'Another-horse-8' }, 'new')).body.DATA as TestUser),
    });
    const refused = await pay(await again());
    clock.aheadMs += DAY_MS;
    return [refused, await pay(await again())];
  },
  async 'sign_in.recent_sign_in_required'() {
    const ada = await customer();
    await logIn(ada, 'other');
    clock.aheadMs += HOUR_MS;
    const end = (proof: object = {}) => post('user_session_end', ada, { reqv: 'all', ...proof });
    return [await end(), await end({ pswd: ada.password })];
  },
  async 'sign_in.balance_left'() {
    const ada = await customer(50.37);
    const refused = await close(ada);
    await pay(ada);
    return [refused, await close(ada, { giveup: true })];
  },
  async 'sign_in.deposit_open'() {
    const ada = await customer();
    await account(ada, 500);
    const refused = await close(ada);
    clock.aheadMs += 8 * DAY_MS;
    await provider(service, DepositsJobs).expire();
    const again = { ...ada, ...((await logIn(ada, 'later')).body.DATA as TestUser) };
    return [refused, await close(again)];
  },
  async 'sign_in.debt_owed'() {
    const ada = await customer();
    const first = await account(ada, 500);
    await sandbox().pay(first);
    await until(async () => (await balance(ada)) === 500);
    await pay(ada, { amount: 500 });
    await sandbox().reverse(first);
    await until(async () => (await close(ada)).body.ERRORS?.ID === 'debt_owed');
    const refused = await close(ada);
    await sandbox().pay(await account(ada, 500));
    await until(async () => (await balance(ada)) === 500);
    await supportSettles(ada);
    return [refused, await close(ada)];
  },
  async 'sign_in.purchase_open'() {
    const ada = await customer(100);
    const bought = await post('service_airtime_purchase', ada, { ...AIRTIME, amount: 100, phone: '08030000007' });
    const { orderId } = bought.body.DATA as { orderId: string };
    const refused = await close(ada);
    await sandbox().outcome(orderId, 'delivered');
    let followed = refused;
    await until(async () => (followed = await close(ada)).status === 200);
    return [refused, followed];
  },
  async 'sign_in.payout_open'() {
    const ada = await customer(1_000);
    const resolved = await get('user_bank_resolve', ada, { code: 'gtbank', account: '0123450007' });
    const { name } = resolved.body.DATA as { name: string };
    const order = { code: 'gtbank', account: '0123450007', name, amount: 900 };
    const { transact } = (await post('user_payout_create', ada, order)).body.DATA as { transact: string };
    const refused = await close(ada);
    await sandbox().outcome(transact, 'delivered');
    await until(async () => (await close(ada)).body.ERRORS?.ID !== 'payout_open');
    await pay(ada, { amount: await balance(ada) });
    return [refused, await close(ada)];
  },
  async 'banks.deposit_required'() {
    const ada = await customer();
    await get('user_email_confirm', ada, { code: (await codesTo(service.config.dataDir, ada.email))[0]! });
    const ask = () => get('user_bank_resolve', ada, { code: 'gtbank', account: '0123456789' });
    const refused = await ask();
    const number = await account(ada, 500);
    await sandbox().pay(number);
    await until(async () => (await balance(ada)) === 500);
    return [refused, await ask()];
  },
  async 'sign_in.email_unverified'() {
    const ada = await customer(500);
    Object.assign(service.app.get(SignInSettings, { strict: false }), { requiresVerifiedEmail: true });
    const refused = await pay(ada);
    await get('user_email_confirm', ada, { code: (await codesTo(service.config.dataDir, ada.email))[0]! });
    const followed = await pay(ada);
    Object.assign(service.app.get(SignInSettings, { strict: false }), { requiresVerifiedEmail: false });
    return [refused, followed];
  },
  async 'support.too_many_tickets'() {
    const ada = await customer();
    const refused = await untilRefused(() => ticket(ada));
    clock.aheadMs += 10 * MINUTE_MS;
    return [refused, await ticket(ada)];
  },
};

/** Advice that the test of its room follows: the file, and the words of the title. */
const ELSEWHERE: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'abuse.delayed': ['test/contexts/abuse/budgets.test.ts', 'admit as many as the cap at once, then one after each delay'],
  'abuse.limit_reached': ['test/contexts/abuse/budgets.test.ts', 'begin anew when the window is over'],
  'devices.code_required': ['test/contexts/devices/devices.test.ts', 'are not bound beside another one without the mailed code'],
  'devices.confirmation_invalid': ['test/contexts/devices/confirmations.test.ts', 'refuse an assertion over another amount'],
  'devices.confirmation_required': ['test/contexts/devices/confirmations.test.ts', 'are refused without a confirmation'],
  'devices.invalid_device': ['test/contexts/devices/devices.test.ts', 'are bound by what was asked for, once'],
  'devices.no_device': ['test/contexts/devices/confirmations.test.ts', 'are refused without a confirmation'],
  'files.quota_exceeded': ['test/contexts/files/files.test.ts', 'quota limits the bytes of a user'],
  'receipts.statements_exhausted': ['test/contexts/receipts/statement.test.ts', 'are made ten times a day at most'],
  'payees.untrusted': ['test/security/sealed-rows.test.ts', 'with the seal of another, or without one, is not listed'],
  'personal_data.exports_exhausted': ['test/contexts/accounts/export.test.ts', 'runs once at a time, and three times a day'],
  'sign_in.code_required': ['test/contexts/accounts/export.test.ts', 'needs a fresh code where the account has no password'],
  'sign_in.google_differs': [
    'test/contexts/sign-in/google.test.ts',
    'lets another Google account with the address in only with the password',
  ],
  'sign_in.password_required': ['test/contexts/accounts/export.test.ts', 'needs the password of the account'],
  'sign_in.phone_codes_exhausted': ['test/contexts/sign-in/phone-number.test.ts', 'sends five codes an hour to a user'],
  'sign_in.pin_untrusted': [
    'test/security/sealed-rows.test.ts',
    'is asked for still where its row is taken away, until it is set anew',
  ],
  'staff.no_passkey': ['test/contexts/staff/passkeys.test.ts', 'are not spoken of before the password is right'],
  'support.ticket_full': ['src/contexts/support/tickets.spec.ts', 'refuses user messages beyond 500, but not those of staff'],
  'support.too_many_toggles': ['src/contexts/support/faqs.spec.ts', 'allows ten toggles in any minute'],
  'sign_in.second_factor_required': ['test/contexts/devices/devices.test.ts', 'sign in alone without a code, once there is one'],
};

/** Told by the texts of the catalogues and of the operations. */
function advised(): Map<string, FailureDefinition> {
  const specs = service.app
    .get(OperationRegistry, { strict: false })
    .all()
    .flatMap(({ spec }) => (spec.access === 'admin' ? [] : (spec.failures ?? [])));
  const found = new Map<string, FailureDefinition>();
  for (const { definition } of specs)
    // The caller is to send the same again, which the tests of exactly once do.
    if (/\bplease\b/i.test(definition.text) && definition.kind !== 'unavailable') found.set(definition.name, definition);
  return found;
}

describe('a refusal that asks for something', () => {
  it.each(Object.entries(STORIES))('%s: once that is done, the call succeeds', async (name, story) => {
    const [failure = '', variant] = name.split(/,? (?=of|later)/);
    const [refused, followed] = await story();
    // A variant says more than its catalogue.
    expect(refused.body.ERRORS?.DETAILS).toContain(
      variant || failure === 'sign_in.cooling_off' ? '' : advised().get(failure)!.text,
    );
    expect([followed.status, followed.body.ERRORS]).toEqual([200, undefined]);
  });

  it('is followed by a test, each of them', () => {
    const followed = [...Object.keys(STORIES).filter((name) => !name.includes(' ')), ...Object.keys(ELSEWHERE)];
    expect([...advised().keys()].filter((name) => !followed.includes(name))).toEqual([]);
    expect(followed.filter((name) => !advised().has(name))).toEqual([]);
    for (const [file, title] of Object.values(ELSEWHERE)) expect(readFileSync(join(root, file), 'utf8')).toContain(title);
  });
});

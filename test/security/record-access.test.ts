import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OperationRegistry } from '../../src/platform/http/operation-registry.js';
import { CALLS, LISTS } from '../contract/sections/index.js';
import { documented, REQUEST_TYPES, SERVED } from '../contract/support/documents.js';
import { ContractFixture } from '../contract/support/contract-fixture.js';
import type { TestUser } from '../support/app.js';
import { BACKENDS } from '../support/backend.js';
import type { Answer } from '../support/client.js';
import { signInStaff } from '../support/staff.js';

/** Public or masked, or documented to reveal whether an address has an account. */
const OF_NOBODY = [
  'service_category_fetch',
  'service_biller_fetch',
  'service_biller_item_fetch',
  'ads_log_fetch',
  'visitor_log_fetch',
  'support_faq_categories',
  'user_transfer_check_receiver',
  // These end or renew a session, change an address or delete; they are covered by the tests of their contexts.
  'user_profile_logout',
  'user_authentication',
  'user_email_update',
  'user_email_confirm',
  'core_file_delete',
];

/** Records of one user, for staff with a permission each. */
const OF_ONE_USER = [
  'control_user_trade_history',
  'control_user_notice_history',
  'control_user_wallet_transfer',
  'control_user_wallet_deposit',
  'control_user_login_history',
  'control_user_data_details',
];

/** Every reading operation for users. */
const READING = SERVED.filter(({ action, auth, method }) => auth === 'signed' && method === 'GET' && !OF_NOBODY.includes(action));

const typeOf = (action: string) => documented(action).params.find(({ name }) => REQUEST_TYPES.includes(name));

const withoutReference = ({ status, body }: Answer) =>
  JSON.stringify([status, body.REQUEST, body.ERRORS]).replace(/ \([0-9A-Z]{8}\)/, '');

describe.each(BACKENDS)('reading operations × request types × values × callers on %s', (backend) => {
  let fixture: ContractFixture;
  let callers: Readonly<Record<string, TestUser>>;
  /** Values that find a record of Ada's. */
  const found = new Map<string, Readonly<Record<string, string>>>();
  /** Strings that identify a record as Ada's. */
  const canaries = new Set<string>();

  beforeAll(async () => {
    fixture = await ContractFixture.open(backend, CALLS);
    const eve = await fixture.newUser(5_000, { tktp: 'expo', phtk: `token-of-eve-${backend}` });
    await fixture.must('user_deposit_order_create', { as: eve, body: { amount: 100 } });
    await fixture.must('user_transfer_create', { as: eve, body: { email: fixture.obi.email, amount: 50 } });
    callers = {
      eve,
      newcomer: fixture.newcomer,
      tester: fixture.tester,
      clerk: fixture.clerk,
      administrator: await signInStaff(
        fixture.service,
        ...fixture
          .get(OperationRegistry)
          .all()
          .flatMap(({ spec }) => spec.permission ?? []),
      ),
    };
    for (const { action } of READING) {
      const values = (await LISTS[action]?.(fixture)) ?? {};
      found.set(action, values);
      for (const value of Object.values(values)) if (/^[0-9A-Z]{26}$/.test(value)) canaries.add(value);
    }
    for (const name of ['userid', 'email'] as const) canaries.add(fixture.ada[name]);
    canaries.add(await fixture.referenceOf(fixture.ada));
  });
  afterAll(() => fixture.close());

  const leaked = (data: unknown) => [...canaries].filter((canary) => JSON.stringify(data ?? null).includes(canary));

  it('show the canaries to their owner', async () => {
    expect(canaries.size).toBeGreaterThan(7);
    for (const [action, values] of found) {
      const [type] = documented(action).params;
      for (const [name, value] of Object.entries(values).filter(([, each]) => /^[0-9A-Z]{26}$/.test(each))) {
        const answer = await fixture.must(action, { as: fixture.ada, query: { [type!.name]: name, rqvl: value } });
        expect(leaked(answer.body.DATA).length, `${action} ${name}`).toBeGreaterThan(0);
      }
    }
  });

  it.each(READING.map(({ action }) => action))(
    "%s shows none of Ada's records when her ids are sent as extra fields",
    async (action) => {
      const { userid } = fixture.ada;
      const query = { userid, owner: userid, uxid: userid, ...(typeOf(action) ? {} : { rqvl: userid }) };
      for (const [who, as] of Object.entries(callers)) {
        expect(leaked((await fixture.call(action, { as, query })).body.DATA), who).toEqual([]);
      }
    },
  );

  it.each(READING.map(({ action }) => action).filter(typeOf))(
    "%s shows none of Ada's records when they are requested",
    async (action) => {
      const type = typeOf(action)!;
      const words = Object.values(found.get(action)!).filter((value) => value !== '' && !canaries.has(value));
      for (const [who, as] of Object.entries(callers)) {
        for (const name of type.enum!) {
          const ask = (rqvl?: string) =>
            fixture.call(action, { as, query: { [type.name]: name, ...(rqvl === undefined ? {} : { rqvl }) } });
          for (const rqvl of [undefined, ...words]) {
            expect(leaked((await ask(rqvl)).body.DATA), `${who} ${name} ${rqvl}`).toEqual([]);
          }
          // The id of a stranger's record is answered as an unknown one.
          const unknown = withoutReference(await ask(fixture.unknownMarker));
          for (const rqvl of canaries) {
            const answer = await ask(rqvl);
            expect(leaked(answer.body.DATA), `${who} ${name} ${rqvl}`).toEqual([]);
            expect(withoutReference(answer), `${who} ${name} ${rqvl}`).toBe(unknown);
          }
        }
      }
    },
  );

  it.each(OF_ONE_USER)('%s shows staff the requested user only', async (action) => {
    const { permission } = documented(action);
    const as = await signInStaff(fixture.service, permission!);
    const answer = await fixture.call(action, { ...(await fixture.goodCall(action)), as });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const text = JSON.stringify(answer.body.DATA);
    for (const other of [callers['eve']!, fixture.newcomer, fixture.tester]) {
      expect(text).not.toContain(other.userid);
      expect(text).not.toContain(other.email);
    }
    // The same request by callers without permission shows nothing.
    for (const other of [callers['eve']!, fixture.clerk]) {
      const refused = await fixture.call(action, { ...(await fixture.goodCall(action)), as: other });
      expect([refused.status, leaked(refused.body)]).toEqual([documented(action).permission ? 403 : 200, []]);
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OperationRegistry } from '../../src/platform/http/operation-registry.js';
import { CALLS, LISTS } from '../contract/sections/index.js';
import { documented, REQUEST_TYPES, SERVED } from '../contract/support/documents.js';
import { ContractFixture } from '../contract/support/contract-fixture.js';
import type { TestUser } from '../support/app.js';
import { BACKENDS } from '../support/backend.js';
import type { Answer } from '../support/client.js';
import { signInStaff } from '../support/staff.js';

/** What is the same for everybody, masked where it is of a person, or by the documents tells who has an address. */
const OF_NOBODY = [
  'service_category_fetch',
  'service_biller_fetch',
  'service_biller_item_fetch',
  'ads_log_fetch',
  'visitor_log_fetch',
  'support_faq_categories',
  'user_transfer_check_receiver',
  // These end or renew a session, change an address, delete: what they refuse is in the tests of their contexts.
  'user_profile_logout',
  'user_authentication',
  'user_email_update',
  'user_email_confirm',
  'core_file_delete',
];

/** Records of one user, for staff with a permission of its own. */
const OF_ONE_USER = [
  'control_user_trade_history',
  'control_user_notice_history',
  'control_user_wallet_transfer',
  'control_user_wallet_deposit',
  'control_user_login_history',
  'control_user_data_details',
];

/** Every operation that shows a user records and changes nothing. */
const READING = SERVED.filter(({ action, auth, method }) => auth === 'signed' && method === 'GET' && !OF_NOBODY.includes(action));

const typeOf = (action: string) => documented(action).params.find(({ name }) => REQUEST_TYPES.includes(name));

const withoutReference = ({ status, body }: Answer) =>
  JSON.stringify([status, body.REQUEST, body.ERRORS]).replace(/ \([0-9A-Z]{8}\)/, '');

describe.each(BACKENDS)('every reading operation × request type × value × caller on %s', (backend) => {
  let world: ContractFixture;
  let callers: Readonly<Record<string, TestUser>>;
  /** Values that find something of Ada's. */
  const found = new Map<string, Readonly<Record<string, string>>>();
  /** What shows that a record is Ada's. */
  const canaries = new Set<string>();

  beforeAll(async () => {
    world = await ContractFixture.open(backend, CALLS);
    const eve = await world.person(5_000, { tktp: 'expo', phtk: `token-of-eve-${backend}` });
    await world.must('user_deposit_order_create', { as: eve, body: { amount: 100 } });
    await world.must('user_transfer_create', { as: eve, body: { email: world.obi.email, amount: 50 } });
    callers = {
      eve,
      newcomer: world.newcomer,
      tester: world.tester,
      clerk: world.clerk,
      administrator: await signInStaff(
        world.service,
        ...world
          .get(OperationRegistry)
          .all()
          .flatMap(({ spec }) => spec.permission ?? []),
      ),
    };
    for (const { action } of READING) {
      const values = (await LISTS[action]?.(world)) ?? {};
      found.set(action, values);
      for (const value of Object.values(values)) if (/^[0-9A-Z]{26}$/.test(value)) canaries.add(value);
    }
    for (const name of ['userid', 'email'] as const) canaries.add(world.ada[name]);
    canaries.add(await world.referenceOf(world.ada));
  }, 60_000);
  afterAll(() => world.close());

  const leaked = (data: unknown) => [...canaries].filter((canary) => JSON.stringify(data ?? null).includes(canary));

  it('finds the canaries where their owner asks', async () => {
    expect(canaries.size).toBeGreaterThan(7);
    for (const [action, values] of found) {
      const [type] = documented(action).params;
      for (const [name, value] of Object.entries(values).filter(([, each]) => /^[0-9A-Z]{26}$/.test(each))) {
        const answer = await world.must(action, { as: world.ada, query: { [type!.name]: name, rqvl: value } });
        expect(leaked(answer.body.DATA).length, `${action} ${name}`).toBeGreaterThan(0);
      }
    }
  });

  it.each(READING.map(({ action }) => action))('%s shows nobody what is Ada’s, sent along', async (action) => {
    const { userid } = world.ada;
    const query = { userid, owner: userid, uxid: userid, ...(typeOf(action) ? {} : { rqvl: userid }) };
    for (const [who, as] of Object.entries(callers)) {
      expect(leaked((await world.call(action, { as, query })).body.DATA), who).toEqual([]);
    }
  });

  it.each(READING.map(({ action }) => action).filter(typeOf))(
    '%s shows nobody what is Ada’s, asked for',
    { timeout: 60_000 },
    async (action) => {
      const type = typeOf(action)!;
      const words = Object.values(found.get(action)!).filter((value) => value !== '' && !canaries.has(value));
      for (const [who, as] of Object.entries(callers)) {
        for (const name of type.enum!) {
          const ask = (rqvl?: string) =>
            world.call(action, { as, query: { [type.name]: name, ...(rqvl === undefined ? {} : { rqvl }) } });
          for (const rqvl of [undefined, ...words]) {
            expect(leaked((await ask(rqvl)).body.DATA), `${who} ${name} ${rqvl}`).toEqual([]);
          }
          // A stranger’s id or marker is answered as one that there is not.
          const unknown = withoutReference(await ask(world.unknownMarker));
          for (const rqvl of canaries) {
            const answer = await ask(rqvl);
            expect(leaked(answer.body.DATA), `${who} ${name} ${rqvl}`).toEqual([]);
            expect(withoutReference(answer), `${who} ${name} ${rqvl}`).toBe(unknown);
          }
        }
      }
    },
  );

  it.each(OF_ONE_USER)('%s shows staff whom they asked for, and nobody else', async (action) => {
    const { permission } = documented(action);
    const as = await signInStaff(world.service, permission!);
    const answer = await world.call(action, { ...(await world.goodCall(action)), as });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const text = JSON.stringify(answer.body.DATA);
    for (const other of [callers['eve']!, world.newcomer, world.tester]) {
      expect(text).not.toContain(other.userid);
      expect(text).not.toContain(other.email);
    }
    // The same by who may not: not a word of it.
    for (const other of [callers['eve']!, world.clerk]) {
      const refused = await world.call(action, { ...(await world.goodCall(action)), as: other });
      expect([refused.status, leaked(refused.body)]).toEqual([documented(action).permission ? 403 : 200, []]);
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../support/app.js';
import { BACKENDS } from '../support/backend.js';
import type { Answer } from '../support/client.js';
import { LISTS } from './sections/index.js';
import { documented } from './support/documents.js';
import { AIRTIME, ELECTRICITY, ContractFixture } from './support/contract-fixture.js';

/** Lists of what belongs to somebody, with the field that says to whom. */
const OWNED: Readonly<Record<string, string>> = {
  user_wallet_history: 'owner',
  user_deposit_order_fetch: 'userid',
  user_transfer_fetch: 'userid',
  service_transaction_fetch: 'userid',
  user_notification_fetch: 'userid',
};

const withoutReference = ({ status, body }: Answer) => ({
  status,
  ...body.ERRORS,
  DETAILS: body.ERRORS.DETAILS.replace(/\(.*\)$/, '()'),
});

describe.each(BACKENDS)('whose records, on %s', (backend) => {
  let world: ContractFixture;
  /** Has as much of everything as Ada, and none of it hers. */
  let eve: TestUser;
  beforeAll(async () => {
    world = await ContractFixture.open(backend);
    eve = await world.person(10_000, { tktp: 'expo', phtk: `token-of-eve-${backend}` });
    await world.must('user_deposit_order_create', { as: eve, body: { amount: 100 } });
    await world.must('user_transfer_create', { as: eve, body: { email: world.obi.email, amount: 50 } });
    await world.must('service_bill_payment', { as: eve, body: ELECTRICITY });
    await world.must('service_airtime_purchase', { as: eve, body: AIRTIME });
  }, 60_000);
  afterAll(() => world.close());

  const ask = (action: string, as: TestUser, rqtp: string, rqvl: string) =>
    world.call(action, { as, query: { rqtp, ...(rqvl === '' ? {} : { rqvl }) } });
  const recordsOf = (answer: Answer) => answer.body.DATA as Record<string, string>[];

  it.each(Object.keys(OWNED))('%s answers another’s marker or id as one that does not exist', async (action) => {
    const values = Object.entries(await LISTS[action]!(world)).filter(([type, value]) => value !== '' && type !== 'status');
    expect(values.length).toBeGreaterThan(1);
    for (const [type, value] of values) {
      // It is there for its owner.
      expect((await ask(action, world.ada, type, value)).body.REQUEST.STATUS).toBe('OK');
      const foreign = await ask(action, eve, type, value);
      const unknown = await ask(action, eve, type, world.unknownMarker);
      expect(foreign.body.REQUEST.STATUS, `${action} ${type}`).toBe('FAILED');
      expect(withoutReference(foreign)).toEqual(withoutReference(unknown));
    }
  });

  it.each(Object.entries(OWNED))('%s has nothing but one’s own in all of its lists', async (action, owner) => {
    for (const { name, enum: types } of documented(action).params.filter((parameter) => parameter.enum)) {
      expect(name).toBe('rqtp');
      for (const type of types!.filter((each) => !['mk', 'transaction'].includes(each))) {
        const rqvl = type === 'status' ? 'pending' : type === 'all' ? '' : eve.userid;
        const answer = await ask(action, eve, type, rqvl);
        if (answer.body.REQUEST.STATUS === 'FAILED') {
          // Eve never received a transfer.
          expect([action, type]).toEqual(['user_transfer_fetch', 'receiver']);
          continue;
        }
        for (const record of recordsOf(answer)) expect(record[owner]).toBe(eve.userid);
      }
    }
  });

  it('a transfer is seen by both ends and by nobody else', async () => {
    const { marker } = await world.first('user_transfer_fetch', { as: world.ada, query: { rqtp: 'sender' } });
    for (const as of [world.ada, world.obi])
      expect(recordsOf(await ask('user_transfer_fetch', as, 'mk', marker!))).toHaveLength(1);
    expect((await ask('user_transfer_fetch', eve, 'mk', marker!)).status).toBe(404);
    // Between the two of them, asked for by the other's id; Eve finds nothing of theirs that way.
    expect((await ask('user_transfer_fetch', world.ada, 'sender', world.obi.userid)).body.REQUEST.STATUS).toBe('OK');
    expect((await ask('user_transfer_fetch', eve, 'sender', world.ada.userid)).status).toBe(404);
    expect((await ask('user_transfer_fetch', eve, 'receiver', world.ada.userid)).status).toBe(404);
  });

  it.each(['user_wallet_activity', 'user_notice_fetch'])('%s has nothing but one’s own', async (action) => {
    const { DATA } = (await world.must(action, { as: eve })).body;
    const records = (Array.isArray(DATA) ? DATA : DATA.result) as Record<string, string>[];
    expect(records.length).toBeGreaterThan(0);
    for (const record of records) expect(record['userid']).toBe(eve.userid);
  });

  it('a wallet and a profile are the caller’s, whatever is asked', async () => {
    const query = { userid: world.ada.userid, owner: world.ada.userid, rqvl: world.ada.userid };
    expect((await world.must('user_wallet_get_info', { as: eve, query })).body.DATA.owner).toBe(eve.userid);
    expect((await world.must('user_profile_get_info', { as: eve, query })).body.DATA.emailAddress).toBe(eve.email);
  });

  it('tokens that recharge a meter are shown to their owner, and only in full', async () => {
    const { userid } = world.ada;
    const of = async (rqtp: string, rqvl: string) => recordsOf(await ask('service_transaction_fetch', world.ada, rqtp, rqvl));
    const bills = (records: Record<string, string>[]) => records.filter(({ billerId }) => billerId === ELECTRICITY.billerId);
    const [short] = bills(await of('user', userid));
    expect([short!['recharge_pin'], short!['misc_data']]).toEqual(['', '']);
    const [full] = bills(await of('user_full', userid));
    expect(full!['recharge_pin']).toMatch(/^[0-9]{20}$/);
    expect(JSON.parse(full!['misc_data']!)).toMatchObject({ itemFee: expect.any(String) as string });
    expect((await of('mk', full!['marker']!))[0]).toEqual(full);
  });

  it('a push token belongs to whoever registered it last', async () => {
    const phtk = `shared-device-${backend}`;
    const login = (user: TestUser) => ({
      body: { emal: user.email, pswd: user.password, dvty: 'iOS', dsnm: 'shared', tktp: 'expo', phtk },
    });
    const tokens = async (as: TestUser) =>
      recordsOf(await ask('user_notification_fetch', as, 'all', '')).map((each) => each['push_token']);
    await world.must('user_profile_login', login(world.ada));
    expect(await tokens(world.ada)).toContain(phtk);
    await world.must('user_profile_login', login(eve));
    expect(await tokens(eve)).toContain(phtk);
    expect(await tokens(world.ada)).not.toContain(phtk);
  });
});

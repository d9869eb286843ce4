import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../support/app.js';
import { BACKENDS } from '../support/backend.js';
import type { Answer } from '../support/client.js';
import { LISTS } from './sections/index.js';
import { documented } from './support/documents.js';
import { AIRTIME, ELECTRICITY, ContractFixture } from './support/contract-fixture.js';

/** Lists of owned records, with the field that names the owner. */
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

describe.each(BACKENDS)('ownership on %s', (backend) => {
  let fixture: ContractFixture;
  /** A user with as many records as Ada. */
  let eve: TestUser;
  beforeAll(async () => {
    fixture = await ContractFixture.open(backend);
    eve = await fixture.newUser(10_000, { tktp: 'expo', phtk: `token-of-eve-${backend}` });
    await fixture.must('user_deposit_order_create', { as: eve, body: { amount: 100 } });
    await fixture.must('user_transfer_create', { as: eve, body: { email: fixture.obi.email, amount: 50 } });
    await fixture.must('service_bill_payment', { as: eve, body: ELECTRICITY });
    await fixture.must('service_airtime_purchase', { as: eve, body: AIRTIME });
  });
  afterAll(() => fixture.close());

  const ask = (action: string, as: TestUser, rqtp: string, rqvl: string) =>
    fixture.call(action, { as, query: { rqtp, ...(rqvl === '' ? {} : { rqvl }) } });
  const recordsOf = (answer: Answer) => answer.body.DATA as Record<string, string>[];

  it.each(Object.keys(OWNED))("%s answers the id of another user's record as unknown", async (action) => {
    const values = Object.entries(await LISTS[action]!(fixture)).filter(([type, value]) => value !== '' && type !== 'status');
    expect(values.length).toBeGreaterThan(1);
    for (const [type, value] of values) {
      // The owner can read it.
      expect((await ask(action, fixture.ada, type, value)).body.REQUEST.STATUS).toBe('OK');
      const foreign = await ask(action, eve, type, value);
      const unknown = await ask(action, eve, type, fixture.unknownMarker);
      expect(foreign.body.REQUEST.STATUS, `${action} ${type}`).toBe('FAILED');
      expect(withoutReference(foreign)).toEqual(withoutReference(unknown));
    }
  });

  it.each(Object.entries(OWNED))("%s lists only the caller's records", async (action, owner) => {
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

  it('a transfer is visible to both parties only', async () => {
    const { marker } = await fixture.first('user_transfer_fetch', { as: fixture.ada, query: { rqtp: 'sender' } });
    for (const as of [fixture.ada, fixture.obi])
      expect(recordsOf(await ask('user_transfer_fetch', as, 'mk', marker!))).toHaveLength(1);
    expect((await ask('user_transfer_fetch', eve, 'mk', marker!)).status).toBe(404);
    // A search by the other party's id does not show transfers between others.
    expect((await ask('user_transfer_fetch', fixture.ada, 'sender', fixture.obi.userid)).body.REQUEST.STATUS).toBe('OK');
    expect((await ask('user_transfer_fetch', eve, 'sender', fixture.ada.userid)).status).toBe(404);
    expect((await ask('user_transfer_fetch', eve, 'receiver', fixture.ada.userid)).status).toBe(404);
  });

  it.each(['user_wallet_activity', 'user_notice_fetch'])("%s answers only the caller's record", async (action) => {
    const { DATA } = (await fixture.must(action, { as: eve })).body;
    const records = (Array.isArray(DATA) ? DATA : DATA.result) as Record<string, string>[];
    expect(records.length).toBeGreaterThan(0);
    for (const record of records) expect(record['userid']).toBe(eve.userid);
  });

  it("wallet and profile are the caller's, whatever id is sent", async () => {
    const query = { userid: fixture.ada.userid, owner: fixture.ada.userid, rqvl: fixture.ada.userid };
    expect((await fixture.must('user_wallet_get_info', { as: eve, query })).body.DATA.owner).toBe(eve.userid);
    expect((await fixture.must('user_profile_get_info', { as: eve, query })).body.DATA.emailAddress).toBe(eve.email);
  });

  it('recharge tokens are shown to their owner only, and unmasked', async () => {
    const { userid } = fixture.ada;
    const of = async (rqtp: string, rqvl: string) => recordsOf(await ask('service_transaction_fetch', fixture.ada, rqtp, rqvl));
    const bills = (records: Record<string, string>[]) => records.filter(({ billerId }) => billerId === ELECTRICITY.billerId);
    const [short] = bills(await of('user', userid));
    expect([short!['recharge_pin'], short!['misc_data']]).toEqual(['', '']);
    const [full] = bills(await of('user_full', userid));
    expect(full!['recharge_pin']).toMatch(/^[0-9]{20}$/);
    expect(JSON.parse(full!['misc_data']!)).toMatchObject({ itemFee: expect.any(String) as string });
    expect((await of('mk', full!['marker']!))[0]).toEqual(full);
  });

  it('a push token belongs to the user who registered it last', async () => {
    const phtk = `shared-device-${backend}`;
    const login = (user: TestUser) => ({
      body: { emal: user.email, pswd: user.password, dvty: 'iOS', dsnm: 'shared', tktp: 'expo', phtk },
    });
    const tokens = async (as: TestUser) =>
      recordsOf(await ask('user_notification_fetch', as, 'all', '')).map((each) => each['push_token']);
    await fixture.must('user_profile_login', login(fixture.ada));
    expect(await tokens(fixture.ada)).toContain(phtk);
    await fixture.must('user_profile_login', login(eve));
    expect(await tokens(eve)).toContain(phtk);
    expect(await tokens(fixture.ada)).not.toContain(phtk);
  });
});

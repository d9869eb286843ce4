import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Ledger } from '../../../src/ledger/index.js';
import type { TestUser } from '../../support/app.js';
import { BACKENDS } from '../../support/backend.js';
import { movement } from '../../support/ledger-fixture.js';
import { until } from '../../support/until.js';
import { failed, type Staff, StaffFixture } from './staff-fixture.js';

const LASTS_MS = 300_000;

describe.each(BACKENDS)('holds of staff on %s', (backend) => {
  let staffApp: StaffFixture;
  let clerk: Staff;
  let other: Staff;
  beforeAll(async () => {
    staffApp = await StaffFixture.open(backend);
    [clerk, other] = [
      await staffApp.hire('userControl.allowModify', 'userControl.viewDetails'),
      await staffApp.hire('userControl.allowModify'),
    ];
  });
  afterAll(() => staffApp.close());

  async function userWith(balanceNaira: number): Promise<TestUser> {
    const user = await staffApp.service.register();
    const ledger = staffApp.service.app.get(Ledger, { strict: false });
    await ledger.commit(movement('system:suspense', user.userid, balanceNaira * 100));
    return user;
  }
  const hold = (by: Staff, { userid: uxid }: { userid: string }, terms: object) =>
    staffApp.post('control_user_hold', by, { uxid, reason: 'Order 7 of the court', ...terms });
  const send = (from: TestUser, to: TestUser, amount: number) =>
    staffApp.post('user_transfer_create', from, { email: to.email, amount });
  const walletOf = async (user: TestUser) => {
    const { balance, blocked } = (await staffApp.get('user_wallet_get_info', user)).body.DATA;
    return { balance, blocked };
  };

  it('keep their amount in the wallet whatever is paid at once, and are seen with who set them and why', async () => {
    const [ada, ben] = [await userWith(10_000), await userWith(0.01)];
    const marker = (await hold(clerk, ada, { amount: 4_000 })).body.DATA.MKID as string;
    const sent = await Promise.all(Array.from({ length: 50 }, () => send(ada, ben, 200)));
    const refused = sent.filter(({ status }) => status !== 200);
    expect([sent.length - refused.length, await walletOf(ada)]).toEqual([30, { balance: 4_000, blocked: 4_000 }]);
    expect(failed(refused[0]!)).toMatchObject({ status: 400, code: 400, id: 'money_blocked' });
    const details = async () => (await staffApp.get('control_user_data_details', clerk, { uxid: ada.userid })).body.DATA;
    const held = { marker, amount: 4_000, until: '', reason: 'Order 7 of the court', by: clerk.userid };
    expect(await details()).toMatchObject({ blocked: 4_000, holds: [held] });
    expect(failed(await hold(clerk, ada, { reqv: marker }))).toMatchObject({ status: 403, id: 'own_hold' });
    expect((await hold(other, ada, { reqv: marker, reason: 'Lifted by the court' })).status).toBe(200);
    expect(failed(await hold(other, ada, { reqv: marker }))).toMatchObject({ status: 404, id: 'hold_not_found' });
    expect([await details(), await walletOf(ada)]).toMatchObject([
      { blocked: 0, holds: [] },
      { balance: 4_000, blocked: 0 },
    ]);
    expect((await send(ada, ben, 4_000)).status).toBe(200);
    const told = { action: 'control_user_hold', staffId: other.userid, after: { hold: marker, lifted: true } };
    await until(async () => (await staffApp.trail(`user:${ada.userid}`)).length >= 2);
    expect(await staffApp.trail(`user:${ada.userid}`)).toEqual([
      expect.anything(),
      expect.objectContaining({ ...told, after: { ...told.after, reason: 'Lifted by the court' } }),
    ]);
  });

  it('of all there is take what comes later, and end at their time', async () => {
    const [ada, ben] = [await userWith(100), await userWith(1_000)];
    const at = new Date(staffApp.clock.now() + LASTS_MS).toISOString();
    expect((await hold(clerk, ada, { all: true, until: at })).status).toBe(200);
    await send(ben, ada, 500);
    expect(failed(await send(ada, ben, 50))).toMatchObject({ id: 'money_blocked' });
    expect(await walletOf(ada)).toEqual({ balance: 600, blocked: 600 });
    staffApp.clock.time += LASTS_MS;
    expect(await walletOf(ada)).toEqual({ balance: 600, blocked: 0 });
    expect((await send(ada, ben, 600)).status).toBe(200);
  });

  it('are refused without an amount, in the past, for nobody, in the own wallet, and without the permission', async () => {
    const ada = await userWith(100);
    const refusal = async (by: Staff, of: { userid: string }, terms: object) => failed(await hold(by, of, terms));
    expect(await refusal(clerk, ada, {})).toMatchObject({ status: 400, id: 'amount_invalid' });
    expect(await refusal(clerk, ada, { amount: 5, all: true })).toMatchObject({ status: 400, id: 'amount_invalid' });
    for (const until of ['soon', '2020-01-01'])
      expect(await refusal(clerk, ada, { amount: 5, until })).toMatchObject({ status: 400, id: 'until_invalid' });
    expect(await refusal(clerk, { userid: 'nobody' }, { amount: 5 })).toMatchObject({ status: 404, id: 'user_not_found' });
    expect(await refusal(clerk, clerk, { amount: 5 })).toMatchObject({ status: 403, id: 'own_account' });
    expect(await refusal(await staffApp.hire(), ada, { amount: 5 })).toMatchObject({ id: 'lacking_permission' });
    expect(await walletOf(ada)).toEqual({ balance: 100, blocked: 0 });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UserRow } from '../../src/contexts/sign-in/sign-in.rows.js';
import { Database } from '../../src/platform/database/database.js';
import type { OperationSpec } from '../../src/platform/http/operation.decorator.js';
import { OperationRegistry } from '../../src/platform/http/operation-registry.js';
import { SessionDirectory } from '../../src/platform/http/session-directory.js';
import { CALLS } from '../contract/sections/index.js';
import { ContractFixture } from '../contract/support/contract-fixture.js';
import type { TestUser } from '../support/app.js';
import { ONE_BACKEND } from '../support/backend.js';
import type { CallOptions } from '../support/client.js';

/** Fields that no client may set, in the spelling of the wire, the code and the tables. */
function extras(victim: TestUser): Record<string, unknown> {
  return {
    ...Object.fromEntries(
      ['id', 'userid', 'userId', 'user_id', 'owner', 'sender', 'senderId', 'uxid', 'account'].map((name) => [
        name,
        victim.userid,
      ]),
    ),
    ...Object.fromEntries(
      ['balance', 'balanceKobo', 'balance_kobo', 'rewardPoint', 'rewardTotal', 'fee', 'feeKobo'].map((name) => [name, 1_000_000]),
    ),
    ...Object.fromEntries(
      ['isTest', 'is_test', 'isStaff', 'isAdmin', 'superadminx', 'emailVerified', 'email_verified'].map((name) => [name, true]),
    ),
    grants: ['staffControl.superadminx', 'userControl.allowModify'],
    staffcx: { superadminx: 'YES' },
    role: 'administrator',
    status: 'suspended',
    emailVerify: 'verified',
    passwordHash: 'x',
    password_hash: 'x',
    referenceId: 'AAAAAAAA',
    reference_id: 'AAAAAAAA',
    referralCode: 'AAAAAAAA',
    recorded: 1,
    activeAt: 1,
    access: 'admin',
    caller: { userId: victim.userid, grants: ['staffControl.superadminx'] },
    signedIn: { userId: victim.userid },
  };
}

describe.each(ONE_BACKEND)('undocumented fields on %s', (backend) => {
  let fixture: ContractFixture;
  let victim: TestUser;
  beforeAll(async () => {
    fixture = await ContractFixture.open(backend, CALLS);
    victim = await fixture.newUser(1_000);
  });
  afterAll(() => fixture.close());

  /** Without the seal over the fields, which changes with them. */
  const accountOf = async ({ userid }: TestUser) => {
    const { accountSeal: _, ...account } = await fixture.get(Database).repository(UserRow).findOneByOrFail({ id: userid });
    return account;
  };
  const balanceOf = async (as: TestUser) => (await fixture.must('user_wallet_get_info', { as })).body.DATA.balance as number;
  const grantsOf = async ({ pbcKey }: TestUser) => (await fixture.get(SessionDirectory).find(pbcKey))?.grants;
  const taking = (test: (spec: OperationSpec) => boolean) =>
    fixture
      .get(OperationRegistry)
      .all()
      .filter(({ action, spec }) => CALLS[action] && test(spec));
  /** Adds undocumented fields to a call without replacing documented ones. */
  const along = (call: CallOptions): CallOptions => ({
    ...call,
    query: {
      ...Object.fromEntries(
        Object.entries(extras(victim)).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
      ),
      ...call.query,
    },
    ...(call.form ? {} : { body: { ...extras(victim), ...(call.body as object) } }),
  });

  it('do not change a new account', async () => {
    const { body } = await fixture.goodCall('user_profile_create');
    const { DATA } = (await fixture.must('user_profile_create', { body: { ...extras(victim), ...(body as object) } })).body;
    const made = DATA as TestUser;
    expect(made.userid).not.toBe(victim.userid);
    const row = await accountOf(made);
    expect(row).toMatchObject({ isTest: false, status: 'active', emailVerified: false, firstName: 'Ngozi' });
    expect(row.referenceId).not.toBe('AAAAAAAA');
    expect(row.passwordHash).toMatch(/^\$argon2id\$/);
    expect(row.createdAt).toBeGreaterThan(Date.now() - 60_000);
    expect(await balanceOf(made)).toBe(0);
    expect((await fixture.call('control_user_data_list', { as: made, query: { rqtp: 'all' } })).status).toBe(403);
  });

  it('change nothing in a profile but the documented fields', async () => {
    const as = await fixture.newUser(10);
    const before = await accountOf(as);
    await fixture.must('user_profile_update', {
      as,
      body: { ...extras(victim), email: 'x@example.com', phoneNumber: '08031234567', fNme: 'Bola' },
    });
    expect(await accountOf(as)).toEqual({
      ...before,
      firstName: 'Bola',
      phoneNumber: '+2348031234567',
      activeAt: expect.any(Number) as number,
    });
  });

  it("do not move other users' money", async () => {
    const payer = await fixture.newUser(1_000);
    const before = await Promise.all([payer, victim, fixture.newcomer].map(balanceOf));
    const body = { ...extras(victim), email: fixture.newcomer.email, amount: 100 };
    await fixture.must('user_transfer_create', { as: payer, body });
    const after = await Promise.all([payer, victim, fixture.newcomer].map(balanceOf));
    expect(after).toEqual([before[0]! - 100, before[1], before[2]! + 100]);
    const transfer = await fixture.first('user_transfer_fetch', { as: payer, query: { rqtp: 'all' } });
    expect(transfer).toMatchObject({ userid: payer.userid, status: 'complete' });
  });

  it('have no effect in any operation, on the target or on the caller', async () => {
    const operations = taking(({ access }) => access !== 'admin');
    expect(operations.length).toBeGreaterThan(40);
    const before = { row: await accountOf(victim), balance: await balanceOf(victim) };
    for (const { action } of operations) {
      const call = await fixture.goodCall(action);
      const asker = call.as as TestUser | undefined;
      const was = asker?.userid === undefined ? undefined : await accountOf(asker);
      const held = asker?.pbcKey === undefined ? undefined : await grantsOf(asker);
      const { status, body } = await fixture.call(action, along(call));
      expect(status, `${action} ${JSON.stringify(body)}`).toBeLessThan(500);
      if (!was) continue;
      const { isTest, status: state, referenceId, referrerId, createdAt: recorded } = await accountOf(asker!);
      expect({ isTest, status: state, referenceId, referrerId, recorded }, action).toEqual({
        isTest: was.isTest,
        status: was.status,
        referenceId: was.referenceId,
        referrerId: was.referrerId,
        recorded: was.createdAt,
      });
      expect(await grantsOf(asker!), action).toEqual(held);
    }
    expect({ row: { ...(await accountOf(victim)), activeAt: before.row.activeAt }, balance: await balanceOf(victim) }).toEqual(
      before,
    );
  });

  it('do not extend what staff may change', async () => {
    const as = fixture.staff;
    const before = { row: await accountOf(victim), balance: await balanceOf(victim) };
    const { uxid: _, status: __, ...rest } = extras(fixture.obi);
    const body = { ...rest, email: 'x@example.com', uxid: victim.userid, fNme: 'Bisi' };
    await fixture.must('control_user_modify', { as, body });
    expect(await accountOf(victim)).toEqual({ ...before.row, firstName: 'Bisi', activeAt: expect.any(Number) as number });
    expect(await balanceOf(victim)).toBe(before.balance);
  });
});

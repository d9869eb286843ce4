import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PayReferralBonus, TakeBackReferralBonus } from '../../../src/contexts/purchases/referrals.js';
import { Purchases } from '../../../src/contexts/purchases/purchases.js';
import { SettlePurchase } from '../../../src/contexts/purchases/settle-purchase.js';
import { systemRequest } from '../../../src/kernel/caller.js';
import { Accounts, LoginRecords, Users } from '../../../src/contexts/sign-in/index.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../../src/ledger/index.js';
import { IdempotencyRecords } from '../../../src/kernel/idempotency-records.js';
import { naira } from '../../../src/kernel/money.js';
import { UnitOfWork } from '../../../src/kernel/unit-of-work.js';
import type { TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { movement } from '../../support/ledger-fixture.js';
import { verify } from '../../ledger/verify.js';
import { customerEnding, Shop } from './support.js';

const RAW = { code: '40', message: 'Reversed' };

describe.each(ONE_BACKEND)('the referral bonus of a reversed purchase on %s', (backend) => {
  let shop: Shop;
  let pay: PayReferralBonus;
  beforeAll(async () => {
    shop = await Shop.open(backend);
    pay = shop.service.app.get(PayReferralBonus);
  });
  afterAll(() => shop.service.close());

  const profile = async (as: TestUser) =>
    (await shop.service.client.get('user_profile_get_info', { as })).body.DATA as Record<string, unknown>;
  const invited = async () => {
    const referrer = await shop.customer(0);
    const { referralCode } = await profile(referrer);
    return { referrer, buyer: await shop.customer(10_000, { refx: referralCode as string }) };
  };
  const buy = async (buyer: TestUser) => {
    const { body } = await shop.buyAirtime(buyer, { amount: 1_000, phone: customerEnding('4567') });
    const id = body.DATA.orderId as string;
    await shop.becomes(buyer, id, 'completed');
    return id;
  };
  const reverse = async (purchaseId: string) => {
    const state = await shop.service.app.get(Purchases).find(purchaseId);
    const settle = shop.service.app.get(SettlePurchase);
    return settle.commit(settle.reversing(state!, RAW), []);
  };
  const rewards = (purchaseId: string) => shop.rows("SELECT id FROM journal WHERE kind = 'reward' AND subject = ?", purchaseId);
  const takenBack = async (purchaseId: string) =>
    (await shop.service.app
      .get(IdempotencyRecords, { strict: false })
      .find(systemRequest('referral.take_back', `${purchaseId}:1`))) !== undefined;

  it('is taken back once, with the figures, and the referrer is told', async () => {
    const { referrer, buyer } = await invited();
    const id = await buy(buyer);
    await shop.service.settled();
    expect(await shop.balance(referrer)).toBe(100);
    await reverse(id);
    await shop.service.settled();
    expect(await shop.balance(referrer)).toBe(0);
    await shop.service.app.get(TakeBackReferralBonus).execute(id);
    await shop.service.app.get(TakeBackReferralBonus).execute(id);
    expect(await rewards(id)).toHaveLength(2);
    expect(await profile(referrer)).toMatchObject({ referralBonus: 0, rewardTotal: 0 });
    const { body } = await shop.service.client.get('user_notice_fetch', { as: referrer, query: { pnum: 50 } });
    expect((body.DATA.result as { subject: string }[]).map(({ subject }) => subject)).toContain('Referral bonus taken back');
  });

  it('is taken back as far as the wallet has it, and the rest is noted for staff', async () => {
    const { referrer, buyer } = await invited();
    const id = await buy(buyer);
    await shop.service.settled();
    expect(await shop.balance(referrer)).toBe(100);
    await shop.service.app.get(Ledger).commit(movement(referrer.userid, SUSPENSE_ACCOUNT, naira(60)));
    await reverse(id);
    await shop.service.settled();
    expect(await shop.rows('SELECT 1 FROM system_log WHERE log_key = ?', `referral:${id}`)).toHaveLength(1);
    expect(await shop.balance(referrer)).toBe(0);
    expect(await profile(referrer)).toMatchObject({ referralBonus: 60 });
  });

  it('takes nothing from an empty wallet, nor later', async () => {
    const { referrer, buyer } = await invited();
    const id = await buy(buyer);
    await shop.service.settled();
    expect(await shop.balance(referrer)).toBe(100);
    await shop.service.app.get(Ledger).commit(movement(referrer.userid, SUSPENSE_ACCOUNT, naira(100)));
    await reverse(id);
    await shop.service.settled();
    expect(await takenBack(id)).toBe(true);
    await shop.service.app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, referrer.userid, naira(100)));
    await shop.service.app.get(TakeBackReferralBonus).execute(id);
    expect(await shop.balance(referrer)).toBe(100);
  });

  it('stays where another purchase had earned it', async () => {
    const { referrer, buyer } = await invited();
    await buy(buyer);
    await shop.service.settled();
    expect(await shop.balance(referrer)).toBe(100);
    const second = await buy(buyer);
    await reverse(second);
    await shop.service.app.get(TakeBackReferralBonus).execute(second);
    expect(await shop.balance(referrer)).toBe(100);
    expect(await takenBack(second)).toBe(false);
  });

  it('is not paid where the reversal comes between its reading of the purchase and its commit', async () => {
    const { referrer, buyer } = await invited();
    const users = shop.service.app.get(Users, { strict: false });
    const execute = pay.execute.bind(pay);
    // The job that follows from the purchase must not be first.
    pay.execute = () => Promise.resolve();
    const id = await buy(buyer);
    let isReversed = false;
    const find = async (userId: string) => {
      if (userId === buyer.userid && !isReversed) {
        isReversed = true;
        await reverse(id);
      }
      return users.find(userId);
    };
    // Only for the payment: mails and notices look for the buyer, too.
    Object.assign(pay, { users: { find } });
    await execute(id);
    Object.assign(pay, { users });
    expect(isReversed).toBe(true);
    await execute(id);
    expect(await rewards(id)).toHaveLength(0);
    expect(await shop.balance(referrer)).toBe(0);
    pay.execute = execute;
  });

  it('is paid and taken back, or neither, where payment and reversal come at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { referrer, buyer } = await invited();
      const id = await buy(buyer);
      await Promise.all([pay.execute(id), reverse(id), pay.execute(id)]);
      const takeBack = shop.service.app.get(TakeBackReferralBonus);
      await Promise.all([takeBack.execute(id), takeBack.execute(id), pay.execute(id)]);
      expect([0, 2]).toContain((await rewards(id)).length);
      expect(await shop.balance(referrer)).toBe(0);
    }
    expect(await verify(shop.service.config)).toMatchObject({ ok: true });
  });
});

describe.each(ONE_BACKEND)('the referral bonus of who may have both accounts on %s', (backend) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await Shop.open(backend);
  });
  afterAll(() => shop.service.close());

  const invited = async () => {
    const referrer = await shop.customer(0);
    const { referralCode } = (await shop.service.client.get('user_profile_get_info', { as: referrer })).body.DATA;
    const another = (more: Record<string, string> = {}) => shop.customer(10_000, { refx: referralCode as string, ...more });
    return { referrer, another, buyer: await another() };
  };
  const signIn = ({ userid: userId }: TestUser, { ip = '127.0.0.1', serial = '' }) =>
    shop.service.app
      .get(LoginRecords, { strict: false })
      .add({ userId, ip, device: { name: 'Pixel', type: 'Android', serial }, outcome: 'success' });
  const setPhone = ({ userid }: TestUser, phoneNumber: string) =>
    shop.service.app
      .get(UnitOfWork, { strict: false })
      .run(() => shop.service.app.get(Accounts, { strict: false }).modify(userid, { phoneNumber }));
  const buy = async (buyer: TestUser, phone = customerEnding('4567')) => {
    const { body } = await shop.buyAirtime(buyer, { amount: 1_000, phone });
    const id = body.DATA.orderId as string;
    await shop.becomes(buyer, id, 'completed');
    await shop.service.app.get(PayReferralBonus).execute(id);
  };
  const refusals = async ({ userid }: TestUser) =>
    (
      await shop.rows<{ description: string }>(
        "SELECT description FROM system_log WHERE kind = 'info' AND log_key LIKE ?",
        `referral_refused:${userid}:%`,
      )
    ).map(({ description }) => description);

  it.each([
    ['one device', (one: TestUser, other: TestUser) => [signIn(one, { serial: 'same' }), signIn(other, { serial: 'same' })]],
    [
      'one network',
      (one: TestUser, other: TestUser) => [signIn(one, { ip: '102.89.33.7' }), signIn(other, { ip: '102.89.33.7' })],
    ],
    [
      'one network',
      (one: TestUser, other: TestUser) => [signIn(one, { ip: '2c0f:f5c0:1:2::9' }), signIn(other, { ip: '2c0f:f5c0:1:f::4' })],
    ],
    [
      'one phone number',
      (one: TestUser, other: TestUser) => [setPhone(one, '+2348031112223'), setPhone(other, '+2348031112223')],
    ],
    [
      'one bank account',
      (one: TestUser, other: TestUser) =>
        [one, other].map(({ userid }) =>
          shop.rows(
            "INSERT INTO paid_account (user_id, bank_code, account, recorded) VALUES (?, 'gtbank', '1234567890', 1)",
            userid,
          ),
        ),
    ],
  ])('is not paid where both have %s, and staff see why', async (what, share) => {
    const { referrer, buyer } = await invited();
    await Promise.all(share(referrer, buyer));
    await buy(buyer);
    await buy(buyer);
    expect(await shop.balance(referrer)).toBe(0);
    const [reason, ...others] = await refusals(buyer);
    expect(reason).toContain(`User ${referrer.userid} earned no referral bonus for user ${buyer.userid}`);
    expect([reason, others]).toEqual([expect.stringContaining(what), []]);
  });

  it('is not paid for the phone of who invited, nor for a number that another one whom they invited bought for', async () => {
    const { referrer, another, buyer } = await invited();
    await setPhone(referrer, '+2348034445556');
    await buy(buyer, '08034445556');
    expect(await refusals(buyer)).toEqual([expect.stringContaining('the phone of who invited')]);
    const phone = customerEnding('4567');
    await buy(buyer, phone);
    expect(await shop.balance(referrer)).toBe(100);
    const sibling = await another();
    await buy(sibling, phone);
    expect(await refusals(sibling)).toEqual([expect.stringContaining('bought for one number')]);
    expect(await shop.balance(referrer)).toBe(100);
  });

  it('is not paid again for one device with several accounts', async () => {
    const { referrer, another, buyer } = await invited();
    await buy(buyer);
    expect(await shop.balance(referrer)).toBe(100);
    const farmed = await another({ devs: 'farm' });
    const again = await another({ devs: 'farm' });
    await buy(farmed);
    await buy(again);
    expect(await shop.balance(referrer)).toBe(100);
    expect(await refusals(again)).toEqual([expect.stringContaining('one device')]);
  });

  it('is paid where they share nothing but the network of a proxy', async () => {
    const { referrer, buyer } = await invited();
    await Promise.all([signIn(referrer, { ip: '10.0.0.7' }), signIn(buyer, { ip: '10.0.0.7' })]);
    await Promise.all([signIn(referrer, { ip: '102.89.40.1' }), signIn(buyer, { ip: '102.89.41.1' })]);
    await buy(buyer);
    expect(await shop.balance(referrer)).toBe(100);
    expect(await refusals(buyer)).toEqual([]);
  });
});

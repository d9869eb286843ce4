import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PayReferralBonus } from '../../../src/contexts/purchases/application/pay-referral-bonus.js';
import { Purchases } from '../../../src/contexts/purchases/application/ports.js';
import { SettlePurchase, systemRequest } from '../../../src/contexts/purchases/application/settle-purchase.js';
import { TakeBackReferralBonus } from '../../../src/contexts/purchases/application/take-back-referral-bonus.js';
import { Users } from '../../../src/contexts/sign-in/index.js';
import { Ledger, SUSPENSE_ACCOUNT } from '../../../src/ledger/index.js';
import { IdempotencyRecords } from '../../../src/kernel/idempotency-records.js';
import { naira } from '../../../src/kernel/money.js';
import type { TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { movement } from '../../support/ledger-fixture.js';
import { until } from '../../support/until.js';
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
    return shop.service.app.get(SettlePurchase).reverse(state!, RAW, []);
  };
  const rewards = (purchaseId: string) => shop.rows("SELECT id FROM journal WHERE kind = 'reward' AND subject = ?", purchaseId);
  const takenBack = async (purchaseId: string) =>
    (await shop.service.app
      .get(IdempotencyRecords, { strict: false })
      .find(systemRequest('referral.take_back', `${purchaseId}:1`))) !== undefined;

  it('is taken back once, with the figures, and the referrer is told', async () => {
    const { referrer, buyer } = await invited();
    const id = await buy(buyer);
    await until(async () => (await shop.balance(referrer)) === 100);
    await reverse(id);
    await until(async () => (await shop.balance(referrer)) === 0);
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
    await until(async () => (await shop.balance(referrer)) === 100);
    await shop.service.app.get(Ledger).commit(movement(referrer.userid, SUSPENSE_ACCOUNT, naira(60)));
    await reverse(id);
    await until(async () => (await shop.rows('SELECT 1 FROM system_log WHERE log_key = ?', `referral:${id}`)).length === 1);
    expect(await shop.balance(referrer)).toBe(0);
    expect(await profile(referrer)).toMatchObject({ referralBonus: 60 });
  });

  it('takes nothing from an empty wallet, nor later', async () => {
    const { referrer, buyer } = await invited();
    const id = await buy(buyer);
    await until(async () => (await shop.balance(referrer)) === 100);
    await shop.service.app.get(Ledger).commit(movement(referrer.userid, SUSPENSE_ACCOUNT, naira(100)));
    await reverse(id);
    await until(() => takenBack(id));
    await shop.service.app.get(Ledger).commit(movement(SUSPENSE_ACCOUNT, referrer.userid, naira(100)));
    await shop.service.app.get(TakeBackReferralBonus).execute(id);
    expect(await shop.balance(referrer)).toBe(100);
  });

  it('stays where another purchase had earned it', async () => {
    const { referrer, buyer } = await invited();
    await buy(buyer);
    await until(async () => (await shop.balance(referrer)) === 100);
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

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreditPayment } from '../../../src/contexts/deposits/credits.js';
import { naira } from '../../../src/kernel/money.js';
import { newId } from '../../../src/kernel/ids.js';
import { Ledger } from '../../../src/ledger/index.js';
import type { TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { movement } from '../../support/ledger-fixture.js';
import { mailsTo } from '../../support/mailbox.js';
import { until } from '../../support/until.js';
import { makeOlder } from './older-account.js';
import { verifyNumber } from '../identity/verify-number.js';
import { StaffFixture } from '../staff/staff-fixture.js';

describe.each(ONE_BACKEND)('blocked money on %s', (backend) => {
  let staffApp: StaffFixture;
  beforeAll(async () => {
    staffApp = await StaffFixture.open(backend, { LIMITS: 'nigeria-2023' });
  });
  afterAll(() => staffApp.close());

  const verify = (user: TestUser, type: 'bvn' | 'nin') =>
    verifyNumber(staffApp.service.client, user, type, Math.floor(staffApp.clock.now() / 1000));
  const walletOf = async (user: TestUser) => {
    const { balance, blocked } = (await staffApp.get('user_wallet_get_info', user)).body.DATA;
    return { balance, blocked };
  };
  const send = (from: TestUser, to: TestUser, amount: number) =>
    staffApp.post('user_transfer_create', from, { email: to.email, amount });

  async function userWith(balanceNaira: number, ...verified: ('bvn' | 'nin')[]): Promise<TestUser> {
    const user = await staffApp.service.register();
    await makeOlder(staffApp.service, user.userid, staffApp.clock.now());
    for (const type of verified) await verify(user, type);
    const ledger = staffApp.service.app.get(Ledger, { strict: false });
    if (balanceNaira > 0) await ledger.commit(movement('system:suspense', user.userid, balanceNaira * 100));
    return user;
  }

  /** As money comes that nobody expected: to the account of an order, in whatever amount. */
  async function pay(accountNumber: string, amount: number): Promise<void> {
    const payer = { name: 'Chinua Obi', bank: '058', account: '******4321' };
    const payment = { transactionId: newId(), providerReference: '', payer, narration: '', sessionId: '', receivedAt: undefined };
    await staffApp.service.app.get(CreditPayment, { strict: false }).execute('sandbox', {
      payments: [{ ...payment, reference: undefined, accountNumber, amountKobo: naira(amount) }],
    });
  }

  it('is what came beyond the balance limit, told to its owner and to staff, until more is verified', async () => {
    const [ada, ben] = [await userWith(250_000, 'bvn'), await userWith(0, 'bvn')];
    const { accountNumber } = (await staffApp.post('user_deposit_order_create', ada, { amount: 500 })).body.DATA;
    await pay(accountNumber as string, 60_000.5);
    expect(await walletOf(ada)).toEqual({ balance: 310_000.5, blocked: 10_000.5 });
    const notices = async () => (await staffApp.get('user_notice_fetch', ada)).body.DATA.result as { message: string }[];
    const text = '10,000.50 Naira of this deposit is blocked: you can use it once you verify more of who you are';
    await staffApp.service.settled();
    expect((await notices()).some(({ message }) => message.includes(text))).toBe(true);
    const mails = async () => (await mailsTo(staffApp.service.config.dataDir, ada.email)).map((mail) => mail.text ?? '');
    await staffApp.service.settled();
    expect((await mails()).some((mail) => /Blocked until you verify .*\s+.*10,000\.50/.test(mail))).toBe(true);
    const logs = (await staffApp.get('other_system_log_fetch', staffApp.admin, { rqtp: 'all' })).body.DATA as object;
    expect(JSON.stringify(logs)).toContain(`10,000.50 Naira of the deposit`);
    await send(ada, ben, 40_000);
    expect(await walletOf(ada)).toEqual({ balance: 270_000.5, blocked: 10_000.5 });
    await verify(ada, 'nin');
    await until(async () => (await walletOf(ada)).blocked === 0);
  });

  it('is all that staff give to somebody unknown, who has it once they verified', async () => {
    const [ada, nobody] = [await userWith(299_900, 'bvn'), await userWith(0)];
    const grants = ['otherControl.fiatCurency', 'userControl.transaction', 'otherControl.paymtMethod'];
    const [maker, checker] = [await staffApp.hire(...grants), await staffApp.hire(...grants)];
    const adjust = async ({ email }: TestUser, amount: number) => {
      const asked = await staffApp.post('control_wallet_adjust', maker, { emal: email, amount, reason: 'Goodwill' });
      const [reqv, pinc] = [asked.body.DATA.MKID as string, staffApp.code(checker.totpSecret)];
      const decided = await staffApp.post('control_proposal_decide', checker, { reqv, decision: 'approve', pinc });
      expect(decided.body.DATA).toMatchObject({ status: 'executed' });
    };
    await adjust(ada, 1_000);
    await adjust(nobody, 500);
    expect([await walletOf(ada), await walletOf(nobody)]).toEqual([
      { balance: 300_900, blocked: 900 },
      { balance: 500, blocked: 500 },
    ]);
    await verify(nobody, 'nin');
    await until(async () => (await walletOf(nobody)).blocked === 0);
    expect((await send(nobody, await userWith(0, 'bvn'), 500)).status).toBe(200);
  });
});

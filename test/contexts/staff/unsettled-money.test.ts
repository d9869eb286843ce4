import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DepositProviders } from '../../../src/contexts/deposits/deposit-provider.js';
import { ReversePayments } from '../../../src/contexts/deposits/incoming-payments.js';
import { Accounts } from '../../../src/contexts/sign-in/accounts.js';
import { ShowSafeguarding } from '../../../src/contexts/settlements/safeguarding.js';
import { StoredSystemLogs } from '../../../src/contexts/system-logs/system-logs.js';
import { MoveDebts, SettleSuspense } from '../../../src/contexts/deposits/suspense.js';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/clock.js';
import { newId } from '../../../src/kernel/ids.js';
import { lagosDate } from '../../../src/kernel/lagos-time.js';
import { kobo } from '../../../src/kernel/money.js';
import { depositClearing, Ledger, SUSPENSE_ACCOUNT } from '../../../src/ledger/index.js';
import { UnitOfWork } from '../../../src/kernel/unit-of-work.js';
import type { TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { mailsTo } from '../../support/mailbox.js';
import { request } from '../../support/ledger-fixture.js';
import { until } from '../../support/until.js';
import { verify } from '../../ledger/verify.js';
import { failed } from './staff-fixture.js';
import { BackOfficeFixture, DELIVERED, REFUSED, UNDECIDED, type Wire } from './back-office-fixture.js';

describe.each(ONE_BACKEND)('unsettled money on %s', (backend) => {
  let office: BackOfficeFixture;
  beforeAll(async () => {
    office = await BackOfficeFixture.open(backend, { STAFF_IDLE_MINUTES: '480' });
  });
  afterAll(() => office.close());

  const logAbout = async (text: string) =>
    ((await office.must(office.get('other_system_log_fetch', office.clerk, { rqtp: 'all' })))['result'] as Wire[]).find((log) =>
      (log['descrpt'] as string).includes(text),
    )!['marker'] as string;
  const told = (user: TestUser) =>
    until(async () => {
      const mails = await mailsTo(office.staff.service.config.dataDir, user.email);
      const isMailed = mails.some((mail) => mail.subject === 'Your deposit of ₦700.00 was taken back');
      return isMailed && (await office.notices(user)).some(({ subject }) => subject === 'Deposit reversed');
    });
  const close = (reqv: string, status = 'resolved') =>
    office.staff.call('other_system_log_resolve', { method: 'PATCH', as: office.clerk, body: { reqv, status } });
  /** Nobody closes it. */
  const settledLog = async (rqvl: string) => {
    await office.app.get(StoredSystemLogs, { strict: false }).closeSettled();
    const { result } = await office.must(office.get('other_system_log_fetch', office.clerk, { rqtp: 'mk', rqvl }));
    return (result as Wire[])[0]!['status'] as string;
  };
  const agree = async (action: string, body: object) => {
    const { MKID: reqv } = await office.must(office.post(action, office.clerk, { reason: 'Found out', ...body }));
    const pinc = office.staff.code(office.approver.totpSecret);
    return office.must(office.post('control_proposal_decide', office.approver, { reqv, decision: 'approve', pinc }));
  };

  it('keeps the log of an undecided purchase open, resolved or ignored', async () => {
    const id = await office.buy(await office.customer(), UNDECIDED);
    const log = await logAbout(id);
    for (const status of ['resolved', 'ignored'])
      expect(failed(await close(log, status))).toMatchObject({ status: 400, code: 400, id: 'money_unsettled' });
    await agree('control_purchase_resolve', { reqv: id, outcome: 'failed' });
    expect(await settledLog(log)).toBe('resolved');
  });

  it('keeps the log of a contradiction open until staff decided about the purchase', async () => {
    const id = await office.buy(await office.customer(), DELIVERED);
    office.provides(REFUSED);
    await office.must(office.post('control_purchase_requery', office.clerk, { reqv: id }));
    const log = await logAbout(id);
    expect(failed(await close(log))).toMatchObject({ id: 'money_unsettled' });
    expect(await agree('control_purchase_resolve', { reqv: id, outcome: 'completed' })).toMatchObject({ status: 'executed' });
    expect((await office.purchase(id))['status']).toBe('completed');
    expect(await settledLog(log)).toBe('resolved');
  });

  it('keeps the log of late money for an order that ended open until it is in a wallet', async () => {
    const ada = await office.customer(0);
    const order = await office.must(office.post('user_deposit_order_create', ada, { amount: 3_000 }));
    office.staff.clock.time += 2 * HOUR_MS;
    // The bank names the account only, as for a transfer that was made by hand.
    const provider = office.app.get(DepositProviders).all()[0]!;
    const payments = provider.payments.bind(provider);
    provider.payments = async (...asked) => {
      const answer = await payments(...asked);
      if (!('payments' in answer)) return answer;
      return { ...answer, payments: answer.payments.map((payment) => ({ ...payment, reference: undefined })) };
    };
    const transactionId = await office.receive({ accountNumber: order['accountNumber'] as string, amount: 3_000 });
    provider.payments = payments;
    const late = await office.suspense(transactionId);
    expect(late).toMatchObject({ account_number: order['accountNumber'] as string, payer_name: 'Chinua Obi', status: 'open' });
    expect(late['reason']).toContain(order['marker'] as string);
    const log = await logAbout(transactionId);
    expect(failed(await close(log))).toMatchObject({ id: 'money_unsettled' });
    await agree('control_suspense_assign', { reqv: late['marker'] as string, emal: ada.email });
    expect(await office.balance(ada)).toBe(3_000);
    expect(await settledLog(log)).toBe('resolved');
  });

  it('tells staff of a reversal into the wallet of a closed account, who can take it out', async () => {
    const ada = await office.customer();
    const id = await office.buy(ada, DELIVERED);
    const spent = await office.balance(ada);
    await agree('control_wallet_adjust', { emal: ada.email, amount: -spent });
    const email = `${ada.userid.toLowerCase()}@closed.invalid`;
    const accounts = office.app.get(Accounts, { strict: false });
    await office.app.get(UnitOfWork, { strict: false }).run(async () => {
      await accounts.modify(ada.userid, { status: 'closed' });
      await accounts.pseudonymise(ada.userid, email);
    });
    office.provides({ status: 'reversed', raw: { code: '40', message: 'Taken back' } });
    await office.must(office.post('control_purchase_requery', office.clerk, { reqv: id }));
    const [log] = await office.rows<{ kind: string; status: string; description: string }>(
      'SELECT kind, status, description FROM system_log WHERE log_key = ?',
      `purchase.closed_account:${id}`,
    );
    expect(log).toMatchObject({ kind: 'warning', status: 'open' });
    expect(log!.description).toContain(email);
    const [{ amount }] = (await office.rows<{ amount: number }>(
      'SELECT balance_kobo AS amount FROM ledger_account WHERE id = ?',
      ada.userid,
    )) as [{ amount: number }];
    expect(amount).toBeGreaterThan(0);
    await agree('control_wallet_adjust', { emal: email, amount: -amount / 100 });
    expect(await office.account(ada.userid)).toBe(0);
  });

  it('takes a payment that its provider reversed from the wallet that it was assigned to', async () => {
    const ada = await office.customer(0);
    const transactionId = await office.receive({ accountNumber: '9900000033', amount: 700 });
    const { marker } = await office.suspense(transactionId);
    const suspense = await office.account('system:suspense');
    await agree('control_suspense_assign', { reqv: marker as string, emal: ada.email });
    const [row] = await office.rows<{ reference: string }>(
      'SELECT provider_reference AS reference FROM deposit_payment WHERE id = ?',
      marker as string,
    );
    const reverse = () => office.app.get(ReversePayments, { strict: false }).execute('sandbox', row!.reference);
    await reverse();
    await reverse();
    expect([await office.balance(ada), await office.account('system:suspense')]).toEqual([0, suspense - 700]);
    expect(await office.suspense(transactionId)).toMatchObject({ status: 'reversed' });
    await told(ada);
    expect((await office.notices(ada)).filter(({ subject }) => subject === 'Deposit reversed')).toHaveLength(1);
    expect(await verify(office.staff.service.config)).toMatchObject({ ok: true });
  });

  describe('of a reversed deposit that was spent', () => {
    const statusOf = async (marker: string) =>
      (await office.must(office.get('control_suspense_fetch', office.clerk, { rqtp: 'mk', rqvl: marker })))['result'][0] as Wire;
    const openOnes = async () => {
      const { body } = await office.get('control_suspense_fetch', office.clerk, { rqtp: 'open' });
      return ((body.DATA?.['result'] ?? []) as Wire[]).map(({ marker }) => marker as string);
    };
    /** A deposit by an order, of which the wallet has nothing left when its provider takes it back. */
    const owedBy = async (ada: TestUser, obi: TestUser) => {
      const order = await office.must(office.post('user_deposit_order_create', ada, { amount: 900 }));
      const transactionId = await office.receive({ accountNumber: order['accountNumber'] as string, amount: 900 });
      await office.must(office.post('user_transfer_create', ada, { email: obi.email, amount: 900 }));
      const [row] = await office.rows<{ id: string; reference: string }>(
        'SELECT id, provider_reference AS reference FROM deposit_payment WHERE transaction_id = ?',
        transactionId,
      );
      await office.app.get(ReversePayments, { strict: false }).execute('sandbox', row!.reference);
      return { debt: row!.id, log: await logAbout(transactionId) };
    };

    it('shows it as open, and recovers it from the wallet once that has the money', async () => {
      const [ada, obi] = [await office.customer(0), await office.customer(0)];
      const [suspense, debts] = await Promise.all(['system:suspense', 'system:debts'].map((each) => office.account(each)));
      const { debt, log } = await owedBy(ada, obi);
      expect([await office.account('system:suspense'), await office.account('system:debts')]).toEqual([suspense, debts! - 900]);
      expect(await statusOf(debt)).toMatchObject({ status: 'owed', userid: ada.userid, amount: 900, settled: '' });
      expect(await openOnes()).toContain(debt);
      expect(failed(await close(log))).toMatchObject({ id: 'money_unsettled' });
      const assign = { reqv: debt, emal: ada.email, reason: 'Hers' };
      expect(failed(await office.post('control_suspense_assign', office.clerk, assign))).toMatchObject({ id: 'not_in_suspense' });

      const recover = { reqv: debt, outcome: 'recovered', reason: 'The bank took it back' };
      const { MKID: reqv } = await office.must(office.post('control_suspense_settle', office.clerk, recover));
      const decide = () =>
        office.post('control_proposal_decide', office.approver, {
          reqv: reqv as string,
          decision: 'approve',
          pinc: office.staff.code(office.approver.totpSecret),
        });
      expect(failed(await decide())).toMatchObject({ id: 'insufficient_funds' });
      expect(await statusOf(debt)).toMatchObject({ status: 'owed' });
      await office.must(office.post('user_transfer_create', obi, { email: ada.email, amount: 900 }));
      expect(await office.must(decide())).toMatchObject({ status: 'executed' });
      expect([await office.balance(ada), await office.account('system:debts')]).toEqual([0, debts]);
      expect(await statusOf(debt)).toMatchObject({ status: 'recovered', settled: expect.stringMatching(/^\d{13}$/) });
      expect(await openOnes()).not.toContain(debt);
      expect(await settledLog(log)).toBe('resolved');
      await office.staff.service.settled();
      expect((await office.notices(ada)).some(({ subject }) => subject === 'Reversed deposit recovered')).toBe(true);
      expect(failed(await office.post('control_suspense_settle', office.clerk, recover))).toMatchObject({ id: 'not_owed' });
    });

    it('writes it off as an expense, without a word to who owed it', async () => {
      const [ada, obi] = [await office.customer(0), await office.customer(0)];
      const [debts, expense] = [await office.account('system:debts'), await office.account('system:bad-debts')];
      const { debt, log } = await owedBy(ada, obi);
      const deposits = { rqtp: 'user', rqvl: ada.userid, pnum: 1, totals: 'true' };
      const { totals } = await office.must(office.get('control_user_wallet_deposit', office.clerk, deposits));
      expect(totals).toMatchObject({ count: 1, ax_amount: 900, ax_received: 0 });
      expect(await agree('control_suspense_settle', { reqv: debt, outcome: 'written_off' })).toMatchObject({
        status: 'executed',
      });
      expect(await office.account('system:debts')).toBe(debts);
      expect(await office.account('system:bad-debts')).toBe(expense - 900);
      expect(await statusOf(debt)).toMatchObject({ status: 'written_off', userid: ada.userid });
      expect(await office.balance(ada)).toBe(0);
      expect(await settledLog(log)).toBe('resolved');
      expect(await verify(office.staff.service.config)).toMatchObject({ ok: true });
    });

    it('has no debtor where staff had returned it', async () => {
      const transactionId = await office.receive({ accountNumber: '9900000036', amount: 650 });
      const { marker } = await office.suspense(transactionId);
      await agree('control_suspense_return', { reqv: marker as string, bank_reference: 'FT2026-2' });
      const sql = 'SELECT provider_reference AS reference FROM deposit_payment WHERE id = ?';
      const [row] = await office.rows<{ reference: string }>(sql, marker as string);
      await office.app.get(ReversePayments, { strict: false }).execute('sandbox', row!.reference);
      expect(await statusOf(marker as string)).toMatchObject({ status: 'owed', userid: '' });
      const recover = { reqv: marker as string, outcome: 'recovered', reason: 'From nobody' };
      expect(failed(await office.post('control_suspense_settle', office.clerk, recover))).toMatchObject({ id: 'no_debtor' });
      const ended = await agree('control_suspense_settle', { reqv: marker as string, outcome: 'written_off' });
      expect(ended).toMatchObject({ status: 'executed' });
    });
  });

  it('does not say that money left a wallet which had spent it', async () => {
    const [ada, obi] = [await office.customer(0), await office.customer(0)];
    const assigned = async (user: typeof ada, accountNumber: string) => {
      const transactionId = await office.receive({ accountNumber, amount: 700 });
      const { marker } = await office.suspense(transactionId);
      await agree('control_suspense_assign', { reqv: marker as string, emal: user.email });
      const sql = 'SELECT provider_reference AS reference FROM deposit_payment WHERE id = ?';
      return (await office.rows<{ reference: string }>(sql, marker as string))[0]!.reference;
    };
    const [spent, kept] = [await assigned(ada, '9900000034'), await assigned(obi, '9900000035')];
    await office.must(office.post('user_transfer_create', ada, { email: obi.email, amount: 700 }));
    const reversing = office.app.get(ReversePayments, { strict: false });
    await reversing.execute('sandbox', spent);
    await reversing.execute('sandbox', kept);
    // The consumer reads journals in their order.
    await told(obi);
    expect((await office.notices(ada)).map(({ subject }) => subject)).not.toContain('Deposit reversed');
  });

  /** What a version before the account of debts committed. */
  const reversedAsBefore = async (transactionId: string) => {
    const sql = `SELECT payment.id AS id, order_id AS orderId, user_id AS debtor FROM deposit_payment payment
      JOIN deposit_order ON deposit_order.id = order_id WHERE transaction_id = ?`;
    const [row] = await office.rows<{ id: string; orderId: string; debtor: string }>(sql, transactionId);
    const { id, orderId, debtor } = row!;
    const journalId = newId();
    const postings = [
      { account: SUSPENSE_ACCOUNT, amountKobo: kobo(-90_000), note: '' },
      { account: depositClearing('sandbox'), amountKobo: kobo(90_000), note: '' },
    ];
    const debt = { debt: 'owed', debtor_id: debtor, reversal_id: journalId };
    await office.app.get(Ledger, { strict: false }).commit({
      idempotencyKey: request(),
      response: null,
      journal: { id: journalId, kind: 'reversal', subject: orderId, postings },
      updates: [
        { table: 'deposit_payment', key: { id }, set: debt },
        { table: 'deposit_order', key: { id: orderId }, set: { status: 'reversed' } },
      ],
    });
  };

  it('shows a debt that a version before let lie in suspense as one that covers nothing, and moves it from there once', async () => {
    const ada = await office.customer(0);
    const order = await office.must(office.post('user_deposit_order_create', ada, { amount: 900 }));
    const transactionId = await office.receive({ accountNumber: order['accountNumber'] as string, amount: 900 });
    await office.must(office.post('user_transfer_create', ada, { email: (await office.customer(0)).email, amount: 900 }));
    const stranger = await office.receive({ accountNumber: '9900000037', amount: 900 });
    expect(await office.suspense(stranger)).toMatchObject({ status: 'open' });
    const safeguarding = async (day?: string) => {
      const { suspenseKobo, debtsKobo, differenceKobo } = await office.app.get(ShowSafeguarding, { strict: false }).execute(day);
      return [suspenseKobo, debtsKobo, differenceKobo] as const;
    };
    const before = await safeguarding();
    await reversedAsBefore(transactionId);
    const after = await safeguarding();
    expect(after).toEqual([before[0], before[1] + 90_000n, before[2] - 90_000n]);

    const { clock } = office.staff;
    const day = lagosDate(clock.time);
    clock.time += DAY_MS;
    const balances = () => Promise.all(['system:suspense', 'system:debts'].map((each) => office.account(each)));
    const [suspense, debts] = (await balances()) as [number, number];
    const move = office.app.get(MoveDebts, { strict: false });
    await move.execute();
    await move.execute();
    expect(await balances()).toEqual([suspense + 900, debts - 900]);
    expect(await safeguarding(day)).toEqual(after);
    expect(await safeguarding()).toEqual(after);
    expect(await verify(office.staff.service.config)).toMatchObject({ ok: true });
    const [row] = await office.rows<{ id: string }>('SELECT id FROM deposit_payment WHERE transaction_id = ?', transactionId);
    const change = await office.app.get(SettleSuspense, { strict: false }).writeOff(row!.id, newId());
    await office.app.get(Ledger, { strict: false }).commit({ ...change, idempotencyKey: request(), response: null });
    expect(await balances()).toEqual([suspense + 900, debts]);
    expect(await safeguarding(day)).toEqual(after);
  });
});

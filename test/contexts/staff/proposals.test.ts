import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Proposals } from '../../../src/contexts/staff/proposals/proposals.js';
import { ProposalsJobs } from '../../../src/contexts/staff/proposals/proposals.jobs.js';
import { DAY_MS } from '../../../src/kernel/clock.js';
import { VerifyLedger } from '../../../src/ledger/index.js';
import { newId } from '../../../src/kernel/ids.js';
import { SandboxOutcomes } from '../../../src/sandbox/sandbox-outcomes.js';
import type { TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Answer } from '../../support/client.js';
import { mailsTo } from '../../support/mailbox.js';
import { until } from '../../support/until.js';
import { verify } from '../../ledger/verify.js';
import { failed, type Staff } from './staff-fixture.js';
import { BackOfficeFixture, DELIVERED, REFUSED, UNDECIDED, type Wire } from './back-office-fixture.js';
import { changeRow } from '../../support/change-row.js';

describe.each(ONE_BACKEND)('proposals on %s', (backend) => {
  let office: BackOfficeFixture;
  beforeAll(async () => {
    office = await BackOfficeFixture.open(backend, { BANK_ACCOUNTS: 'gtb' });
  });
  afterAll(() => office.close());

  const propose = async (action: string, body: object, by = office.clerk) =>
    (await office.must(office.post(action, by, body)))['MKID'] as string;
  const resolve = (reqv: string, outcome: string, more: object = {}) =>
    propose('control_purchase_resolve', { reqv, outcome, reason: 'The provider says so by phone', ...more });
  const decide = (reqv: string, decision = 'approve', by: Staff = office.approver, more: object = {}) =>
    office.post('control_proposal_decide', by, { reqv, decision, pinc: office.staff.code(by.totpSecret), ...more });
  const statusAfter = async (deciding: Promise<Answer>) => (await office.must(deciding))['status'] as string;
  const proposal = async (rqvl: string) =>
    (await office.must(office.get('control_proposal_fetch', office.clerk, { rqtp: 'mk', rqvl })))['result'][0] as Wire;
  const adjust = (user: TestUser, amount: number, more: object = {}) =>
    propose('control_wallet_adjust', { emal: user.email, amount, reason: 'Goodwill', ...more });
  const mailed = async ({ email }: TestUser, subject: string) =>
    until(async () =>
      (await mailsTo(office.staff.service.config.dataDir, email)).some((mail) => mail.subject?.includes(subject)),
    );
  const noticed = (user: TestUser, subject: string) =>
    until(async () => (await office.notices(user)).some((notice) => notice.subject === subject));

  describe('about a purchase', () => {
    it('completes it with its token, once two members of staff agree', async () => {
      const ada = await office.customer(3_000);
      const id = await office.payBill(ada, UNDECIDED);
      const accounts = ['system:held:sandbox', 'system:clearing:sandbox', 'system:fees'];
      const balances = () => Promise.all(accounts.map((account) => office.account(account)));
      const [held, clearing, fees] = (await balances()) as [number, number, number];
      const marker = await resolve(id, 'completed', { token: '11112222333344445555' });
      expect(await proposal(marker)).toMatchObject({
        kind: 'purchase_resolve',
        subject: `purchase:${id}`,
        outcome: 'completed',
        amount: 0,
        status: 'proposed',
        approvals: 1,
        proposed_by: office.clerk.userid,
        decided_by: '',
        decided: '',
      });
      expect(JSON.stringify(await office.rows('SELECT * FROM proposal WHERE id = ?', marker))).not.toContain(
        '11112222333344445555',
      );
      expect(await statusAfter(decide(marker, 'approve', office.approver, { comment: 'Seen' }))).toBe('executed');
      expect(await proposal(marker)).toMatchObject({ status: 'executed', decided_by: office.approver.userid, comment: 'Seen' });
      const owned = (await office.must(
        office.get('service_transaction_fetch', ada, { rqtp: 'mk', rqvl: id }),
      )) as unknown as Wire[];
      expect(owned[0]).toMatchObject({ status: 'completed', recharge_pin: '11112222333344445555' });
      const [stillHeld, owed, earned] = (await balances()) as [number, number, number];
      expect(earned - fees).toBeGreaterThan(0);
      expect(owed - clearing).toBeGreaterThan(0);
      expect(held - stillHeld).toBeCloseTo(owed - clearing + earned - fees, 2);
      await noticed(ada, 'Purchase completed');
      await mailed(ada, 'was delivered');
      expect((await office.staff.trail(`purchase:${id}`)).map(({ action, staffId }) => [action, staffId])).toEqual([
        ['control_purchase_resolve', office.clerk.userid],
        ['control_proposal_decide', office.approver.userid],
      ]);
    });

    it('refunds it, or takes a delivery back with its figures, for which two agree with who proposes it', async () => {
      const ada = await office.customer(2_000);
      const delivered = await office.buy(ada, DELIVERED);
      const undecided = await office.buy(ada, UNDECIDED);
      const figures = async () => (await office.must(office.get('user_profile_get_info', ada)))['tradeVolume'] as number;
      expect([await office.balance(ada), await figures()]).toEqual([1_000, 500]);
      expect(await statusAfter(decide(await resolve(undecided, 'failed')))).toBe('executed');
      expect(await office.balance(ada)).toBe(1_500);
      const marker = await resolve(delivered, 'failed');
      expect(await proposal(marker)).toMatchObject({ amount: 500, approvals: 2 });
      expect(await statusAfter(decide(marker))).toBe('approved');
      expect(await office.balance(ada)).toBe(1_500);
      expect(await statusAfter(decide(marker, 'approve', office.secondApprover))).toBe('executed');
      expect([await office.balance(ada), await figures()]).toEqual([2_000, 0]);
      expect([(await office.purchase(undecided))['status'], (await office.purchase(delivered))['status']]).toEqual([
        'failed',
        'reversed',
      ]);
      await noticed(ada, 'Purchase reversed');
    });

    it('shows an approver the end of the proposed token, and all of it on request, audited', async () => {
      const ada = await office.customer(3_000);
      const id = await office.payBill(ada, UNDECIDED);
      const marker = await resolve(id, 'completed', { token: '11112222333344445555' });
      const shown = async (more: object = {}) => {
        const query = { rqtp: 'mk', rqvl: marker, ...more };
        return (await office.must(office.get('control_proposal_fetch', office.approver, query)))['result'][0] as Wire;
      };
      expect(await shown()).toMatchObject({ token: '***5555' });
      const all = await office.must(office.get('control_proposal_fetch', office.approver, { rqtp: 'open', reveal: 'true' }));
      expect(JSON.stringify(all)).not.toContain('11112222333344445555');
      expect(await shown({ reveal: 'true' })).toMatchObject({ token: '11112222333344445555' });
      expect(await office.staff.trail(`purchase:${id}`)).toMatchObject([
        { action: 'control_purchase_resolve' },
        { action: 'control_proposal_fetch', staffId: office.approver.userid, after: { revealed: true, userId: ada.userid } },
      ]);
      expect((await office.notices(ada)).filter(({ subject }) => subject === 'Token shown to our staff')).toHaveLength(1);
      expect(await statusAfter(decide(marker, 'reject'))).toBe('rejected');
      expect(await shown({ reveal: 'true' })).toMatchObject({ token: '' });
    });

    it('is void where the provider decided first', async () => {
      const ada = await office.customer(1_000);
      const id = await office.buy(ada, UNDECIDED);
      const marker = await resolve(id, 'completed');
      office.provides(REFUSED);
      await office.must(office.post('control_purchase_requery', office.clerk, { reqv: id }));
      expect(await office.balance(ada)).toBe(1_000);
      expect(await statusAfter(decide(marker))).toBe('void');
      expect(await office.balance(ada)).toBe(1_000);
      expect((await office.purchase(id))['status']).toBe('failed');
      expect(failed(await decide(marker))).toMatchObject({ id: 'proposal_closed' });
    });

    it('asks the provider when it is proposed, and again before it moves anything', async () => {
      const ada = await office.customer(1_000);
      const asked = await office.buy(ada, UNDECIDED);
      const changed = await office.buy(ada, UNDECIDED);
      const marker = await resolve(changed, 'failed');
      office.provides(DELIVERED);
      expect(await proposal(await resolve(asked, 'completed'))).toMatchObject({ approvals: 1 });
      expect((await office.purchase(asked))['status']).toBe('completed');
      expect(await statusAfter(decide(marker))).toBe('void');
      expect((await office.purchase(changed))['status']).toBe('completed');
      expect(await office.balance(ada)).toBe(0);
    });

    it('takes two approvals while the provider is still asked, or does not answer in time', async () => {
      const ada = await office.customer(1_000);
      const waiting = await office.buy(ada, { status: 'pending', raw: { code: '01', message: 'Wait' } });
      expect(await proposal(await resolve(waiting, 'failed'))).toMatchObject({ approvals: 2 });
      const silent = await office.buy(ada, UNDECIDED);
      office.provider.query = () => new Promise(() => {});
      const marker = await resolve(silent, 'failed');
      office.provides(UNDECIDED);
      expect(await proposal(marker)).toMatchObject({ approvals: 2 });
      expect(await statusAfter(decide(marker))).toBe('approved');
    });

    it('cannot be made twice, nor complete what was refunded', async () => {
      const ada = await office.customer(1_000);
      const id = await office.buy(ada, UNDECIDED);
      await resolve(id, 'completed');
      const again = { reqv: id, outcome: 'failed', reason: 'Or not' };
      expect(failed(await office.post('control_purchase_resolve', office.clerk, again))).toMatchObject({
        id: 'already_proposed',
      });
      const refused = await office.buy(ada, REFUSED);
      const complete = { reqv: refused, outcome: 'completed', reason: 'It came' };
      expect(failed(await office.post('control_purchase_resolve', office.clerk, complete))).toMatchObject({
        code: 400,
        id: 'purchase_refunded',
      });
      expect(await statusAfter(decide(await resolve(refused, 'failed')))).toBe('executed');
      expect(await office.balance(ada)).toBe(500);
    });
  });

  describe('about a payout', () => {
    const pay = async (as: TestUser, account: string, amount = 5_000) => {
      const to = { code: 'gtbank', account };
      const { name } = await office.must(office.get('user_bank_resolve', as, to));
      return (await office.must(office.post('user_payout_create', as, { ...to, name, amount })))['transact'] as string;
    };
    const status = async (rqvl: string) =>
      (await office.must(office.get('control_payout_fetch', office.clerk, { rqtp: 'mk', rqvl })))['result'][0][
        'status'
      ] as string;
    const returned = (reqv: string, outcome = 'returned') =>
      propose('control_payout_resolve', { reqv, outcome, reason: 'The bank says so by phone' });

    it('takes two approvals where it contradicts the provider, who was asked and says that it was paid', async () => {
      const ada = await office.customer(5_000);
      const id = await pay(ada, '1234567890');
      expect(await status(id)).toBe('complete');
      for (const outcome of ['returned', 'failed']) {
        const marker = await returned(id, outcome);
        expect(await proposal(marker)).toMatchObject({ amount: 5_000, approvals: 2 });
        expect(await statusAfter(decide(marker))).toBe('approved');
        expect(await office.balance(ada)).toBe(0);
        const isLast = outcome === 'failed';
        expect(await statusAfter(decide(marker, isLast ? 'approve' : 'reject', office.secondApprover))).toBe(
          isLast ? 'executed' : 'rejected',
        );
      }
      expect([await office.balance(ada), await status(id)]).toEqual([5_000, 'returned']);
    });

    it('moves nothing where the provider says so itself when it is asked', async () => {
      const ada = await office.customer(5_000);
      const id = await pay(ada, '1234567890');
      await office.app.get(SandboxOutcomes, { strict: false }).decide(id, 'returned');
      expect(await proposal(await returned(id))).toMatchObject({ amount: 0, approvals: 1 });
      expect([await office.balance(ada), await status(id)]).toEqual([5_000, 'returned']);
    });

    it('takes two approvals where the provider is still asked', async () => {
      const ada = await office.customer(5_000);
      const id = await pay(ada, '1234560001');
      const marker = await returned(id, 'failed');
      expect(await proposal(marker)).toMatchObject({ approvals: 2 });
    });
  });

  describe('about a payment in suspense', () => {
    it('gives the money of a mistyped account number to whom it was meant for', async () => {
      const ada = await office.customer(0);
      const transactionId = await office.receive({ accountNumber: '9900000017', amount: 4_000, payerName: 'Ada Obi' });
      const { marker, payer_name, account_number } = await office.suspense(transactionId);
      expect([payer_name, account_number]).toEqual(['Ada Obi', '9900000017']);
      const before = await office.account('system:suspense');
      const id = await propose('control_suspense_assign', {
        reqv: marker,
        emal: ada.email,
        reason: 'Her bank confirmed the slip',
      });
      expect(await proposal(id)).toMatchObject({ subject: `suspense:${marker}`, userid: ada.userid, amount: 4_000 });
      expect(await statusAfter(decide(id))).toBe('executed');
      expect([await office.balance(ada), await office.account('system:suspense')]).toEqual([4_000, before - 4_000]);
      expect(await office.suspense(transactionId)).toMatchObject({
        status: 'assigned',
        settled: expect.stringMatching(/^\d{13}$/),
      });
      await noticed(ada, 'Deposit received');
      await mailed(ada, 'has arrived');
      const late = { reqv: marker, emal: ada.email, reason: 'Again' };
      expect(failed(await office.post('control_suspense_assign', office.clerk, late))).toMatchObject({ id: 'not_in_suspense' });
    });

    it.each([
      ['gtb', 'system:bank:gtb', ''],
      [undefined, 'system:deposits:sandbox', 'sandbox-deposits'],
    ])('returns a payment from the bank account %s, so that %s is credited', async (bank, account, provider) => {
      const transactionId = await office.receive({ accountNumber: '9900000018', amount: 1_250 });
      const { marker } = await office.suspense(transactionId);
      const balances = () => Promise.all(['system:suspense', account].map((each) => office.account(each)));
      const [suspense, theirs] = (await balances()) as [number, number];
      const reference = `FT-${account}`;
      const body = { reqv: marker, bank_reference: reference, bank, valued: '2026-01-05', reason: 'The payer wants it back' };
      const id = await propose('control_suspense_return', body);
      expect(await proposal(id)).toMatchObject({ bank_reference: reference, bank: bank ?? '', valued: '2026-01-05' });
      expect(await statusAfter(decide(id))).toBe('executed');
      expect(await balances()).toEqual([suspense - 1_250, theirs + 1_250]);
      expect(await office.suspense(transactionId)).toMatchObject({ status: 'returned' });
      const listed = await office.must(
        office.get('control_settlement_fetch', office.clerk, { rqtp: 'kind', rqvl: 'suspense_return' }),
      );
      expect((listed['result'] as Wire[])[0]).toMatchObject({ bank: bank ?? '', provider, reference, valued: '2026-01-05' });
      const changed = (to: string) =>
        office.rows('UPDATE deposit_payment SET returned_from = ? WHERE id = ?', to, String(marker));
      for (const other of ['', 'system:bank:other']) {
        await changed(other);
        const wrong = { table: 'deposit_payment', key: marker as string };
        expect(await office.app.get(VerifyLedger, { strict: false }).execute()).toMatchObject({ ok: false, wrong });
      }
      await changed(account);
      expect(await office.app.get(VerifyLedger, { strict: false }).execute()).toMatchObject({ ok: true });
      const next = await office.suspense(await office.receive({ accountNumber: '9900000018', amount: 10 }));
      const again = await office.post('control_suspense_return', office.clerk, { ...body, reqv: next['marker'] });
      expect(failed(again)).toMatchObject({ id: 'reference_used' });
    });

    it.each([
      ['an account that is not ours', { bank: 'uba' }, 'settlement_invalid'],
      ['a day that is yet to come', { valued: '2099-01-01' }, 'settlement_invalid'],
      ['a day of the year 9999', { valued: '9999-12-31' }, 'valued_invalid'],
    ])('is not returned from %s', async (_, more, id) => {
      const { marker } = await office.suspense(await office.receive({ accountNumber: '9900000018', amount: 20 }));
      const body = { reqv: marker, bank_reference: 'FT-bad', reason: 'No', ...more };
      expect(failed(await office.post('control_suspense_return', office.clerk, body))).toMatchObject({ code: 400, id });
    });

    it('names a user that exists', async () => {
      const { marker } = await office.suspense(await office.receive({ accountNumber: '9900000019', amount: 100 }));
      const body = { reqv: marker, emal: 'nobody@example.com', reason: 'Guess' };
      expect(failed(await office.post('control_suspense_assign', office.clerk, body))).toMatchObject({
        code: 400,
        id: 'emal_invalid',
      });
    });
  });

  describe('about a wallet', () => {
    it('moves between it and the adjustments account, and tells its owner why', async () => {
      const ada = await office.customer(100);
      const adjustments = await office.account('system:adjustments');
      expect(await statusAfter(decide(await adjust(ada, 250.5, { ticket: 'T-1' })))).toBe('executed');
      expect(await statusAfter(decide(await adjust(ada, -50)))).toBe('executed');
      expect(await office.balance(ada)).toBe(300.5);
      expect(await office.account('system:adjustments')).toBe(adjustments - 200.5);
      await noticed(ada, 'Wallet credited');
      await noticed(ada, 'Wallet debited');
      await mailed(ada, 'was taken from your wallet');
    });

    it('never takes more than the wallet has, and stays open then', async () => {
      const ada = await office.customer(100);
      const id = await adjust(ada, -100.01);
      expect(failed(await decide(id))).toMatchObject({ code: 400, id: 'insufficient_funds' });
      expect(await proposal(id)).toMatchObject({ status: 'proposed' });
      expect(await statusAfter(decide(await adjust(ada, 0.01)))).toBe('executed');
      expect(await statusAfter(decide(id))).toBe('executed');
      expect(await office.balance(ada)).toBe(0);
    });

    it.each([0, '0.00', 1.001, 'some', -0.001])('refuses an amount of %s', async (amount) => {
      const body = { emal: 'a@example.com', amount, reason: 'No' };
      expect(failed(await office.post('control_wallet_adjust', office.clerk, body))).toMatchObject({ id: 'amount_invalid' });
    });

    it('is for others where the wallet is that of a member of staff', async () => {
      const own = { emal: office.clerk.email, amount: 10, reason: 'Goodwill' };
      expect(failed(await office.post('control_wallet_adjust', office.clerk, own))).toMatchObject({
        status: 403,
        id: 'own_wallet',
      });
      const id = await propose('control_wallet_adjust', { ...own, emal: office.approver.email });
      expect(failed(await decide(id))).toMatchObject({ status: 403, code: 403, id: 'own_wallet' });
      expect(await statusAfter(decide(id, 'approve', office.secondApprover))).toBe('executed');
    });

    it('credits nobody who closed their account, neither when it is proposed nor when it is approved', async () => {
      const [ada, obi] = [await office.customer(0), await office.customer(0)];
      const id = await adjust(ada, 10);
      for (const leaving of [ada, obi]) await changeRow(office.app, 'user_account', leaving.userid, { status: 'closing' });
      const body = { emal: obi.email, amount: 10, reason: 'Goodwill' };
      expect(failed(await office.post('control_wallet_adjust', office.clerk, body))).toMatchObject({ id: 'account_closing' });
      expect(await statusAfter(decide(id))).toBe('void');
      expect(await office.account(ada.userid)).toBe(0);
    });

    it('takes two approvals of two others over a million', async () => {
      const ada = await office.customer(0);
      const id = await adjust(ada, 1_000_000.01);
      expect(await proposal(id)).toMatchObject({ approvals: 2 });
      expect(await statusAfter(decide(id))).toBe('approved');
      expect(await office.balance(ada)).toBe(0);
      expect(await proposal(id)).toMatchObject({ status: 'approved', approved_by: office.approver.userid, decided_by: '' });
      expect(failed(await decide(id))).toMatchObject({ status: 403, code: 403, id: 'already_approved' });
      expect(failed(await decide(id, 'approve', office.clerk))).toMatchObject({ status: 403, id: 'own_proposal' });
      expect(await statusAfter(decide(id, 'approve', office.secondApprover))).toBe('executed');
      expect(await office.balance(ada)).toBe(1_000_000.01);
      const exactly = await adjust(await office.customer(0), 1_000_000);
      expect(await statusAfter(decide(exactly))).toBe('executed');
    });

    it('takes two approvals of each part that makes a million with those before it', async () => {
      const ada = await office.customer(0);
      const parts = [
        await adjust(ada, 600_000),
        await adjust(ada, 400_000),
        await adjust(ada, 0.01),
        await adjust(ada, -300_000),
      ];
      const needed = async (id: string) => (await proposal(id))['approvals'] as number;
      expect(await Promise.all(parts.map(needed))).toEqual([1, 1, 2, 2]);
      for (const part of parts.slice(0, 2)) expect(await statusAfter(decide(part))).toBe('executed');
      expect(await statusAfter(decide(parts[2]!))).toBe('approved');
      expect(await statusAfter(decide(parts[2]!, 'approve', office.secondApprover))).toBe('executed');
      expect(await needed(await adjust(ada, 5))).toBe(2);
      expect(await statusAfter(decide(parts[3]!, 'reject'))).toBe('rejected');
      expect(await needed(await adjust(await office.customer(0), 5))).toBe(1);
    });

    it('counts again when it is decided, for parts that were proposed at the same moment', async () => {
      const ada = await office.customer(0);
      const parts = [await adjust(ada, 900_000), await adjust(ada, 900_000)];
      // As if neither had seen the other.
      for (const part of parts) await changeRow(office.app, 'proposal', part, { approvals: 1 });
      expect(await statusAfter(decide(parts[1]!))).toBe('approved');
      expect(await proposal(parts[1]!)).toMatchObject({ approvals: 2 });
      expect(await statusAfter(decide(parts[0]!))).toBe('executed');
      expect(await office.balance(ada)).toBe(900_000);
      expect(await statusAfter(decide(parts[1]!, 'approve', office.secondApprover))).toBe('executed');
    });
  });

  describe('about who a user is', () => {
    let keeper: Staff;
    beforeAll(async () => {
      keeper = await office.staff.hire('userControl.allowModify', 'userControl.viewDetails');
    });
    const modify = async (user: TestUser, changes: object) =>
      (await office.must(office.post('control_user_modify', keeper, { uxid: user.userid, ...changes })))['MKID'] as string;
    const profile = (user: TestUser) => office.must(office.get('user_profile_get_info', user));

    it('sets a phone once two members of staff agree, and a name of somebody unknown at once', async () => {
      const ada = await office.customer(0);
      const phone = `080311${String(Date.now()).slice(-5)}`;
      const marker = await modify(ada, { fNme: 'Adaeze', phone, reason: 'By letter' });
      expect(await profile(ada)).toMatchObject({ firstName: 'Adaeze', phoneNumber: '' });
      const international = `+234${phone.slice(1)}`;
      expect(await proposal(marker)).toMatchObject({
        kind: 'user_modify',
        subject: `user:${ada.userid}`,
        reason: 'By letter',
        proposed_by: keeper.userid,
        changes: [
          // Without the permission to see numbers.
          { field: 'phoneNumber', before: '', after: `***${phone.slice(-4)}` },
        ],
      });
      expect(failed(await decide(marker, 'approve', office.staff.admin))).toMatchObject({ id: 'approver_not_independent' });
      expect(await statusAfter(decide(marker))).toBe('executed');
      await until(async () => (await profile(ada))['phoneNumber'] === international);
      const trail = await office.staff.trail(`user:${ada.userid}`);
      expect(trail.map(({ action, staffId }) => [action, staffId])).toEqual([
        ['control_user_modify', keeper.userid],
        ['control_proposal_decide', office.approver.userid],
        ['control_user_modify', office.approver.userid],
      ]);
      expect(trail[0]!.after).toMatchObject({ firstName: 'Adaeze', waiting: { phoneNumber: international } });
    });

    it('changes the name of somebody known with a second person', async () => {
      const ada = await office.customer(0);
      const number = { type: 'nin', number: '22222222222', birth: '1990-04-12', consent: true };
      await office.must(office.post('user_identity_submit', ada, number));
      expect(await modify(ada, { lNme: 'Bello' })).not.toBe('');
      expect(await profile(ada)).toMatchObject({ lastName: 'Obi', identVerify: 'verified' });
    });

    it('is void where the user changed meanwhile, and where it was proposed again', async () => {
      const ada = await office.customer(0);
      const first = await modify(ada, { phone: '08031110001' });
      const second = await modify(ada, { phone: '08031110002' });
      expect(await proposal(first)).toMatchObject({ status: 'void' });
      await office.must(office.post('user_profile_update', ada, { phoneNumber: '08031110003' }));
      expect(await statusAfter(decide(second))).toBe('void');
      expect(await profile(ada)).toMatchObject({ phoneNumber: '+2348031110003' });
    });
  });

  it('are decided by another member of staff with a code of their own, once', async () => {
    const ada = await office.customer(0);
    const id = await adjust(ada, 10);
    expect(failed(await decide(id, 'approve', office.clerk))).toMatchObject({ status: 403, code: 403, id: 'own_proposal' });
    expect(failed(await decide(id, 'reject', office.clerk))).toMatchObject({ status: 403, id: 'own_proposal' });
    expect(failed(await decide(id, 'approve', office.approver, { pinc: '000000' }))).toMatchObject({
      code: 400,
      id: 'pinc_invalid',
    });
    const pinc = office.staff.codeNow(office.clerk.totpSecret);
    expect(failed(await decide(id, 'approve', office.approver, { pinc }))).toMatchObject({ id: 'pinc_invalid' });
    expect(await statusAfter(decide(id, 'reject'))).toBe('rejected');
    expect(failed(await decide(id))).toMatchObject({ status: 409, id: 'proposal_closed' });
    expect(failed(await decide('unknown'))).toMatchObject({ status: 404 });
    expect(await office.balance(ada)).toBe(0);
  });

  it('are withdrawn by who made them, without a second person and without the permission to decide', async () => {
    const ada = await office.customer(1_000);
    const id = await office.buy(ada, UNDECIDED);
    const maker = await office.staff.hire('userControl.transaction', 'otherControl.paymtMethod');
    const body = { reqv: id, outcome: 'completed', reason: 'A mistake' };
    const marker = await propose('control_purchase_resolve', body, maker);
    expect(failed(await decide(marker, 'withdraw'))).toMatchObject({ status: 403, code: 403, id: 'not_proposer' });
    const other = await adjust(ada, 5);
    for (const decision of ['approve', 'reject'])
      expect(failed(await decide(other, decision, maker))).toMatchObject({ status: 403, id: 'lacking_permission' });
    expect(failed(await decide(marker, 'withdraw', maker, { pinc: '000000' }))).toMatchObject({ id: 'pinc_invalid' });
    expect(await statusAfter(decide(marker, 'withdraw', maker, { comment: 'Typed wrongly' }))).toBe('withdrawn');
    expect(await proposal(marker)).toMatchObject({
      status: 'withdrawn',
      decided_by: maker.userid,
      comment: 'Typed wrongly',
      decided: expect.stringMatching(/^\d{13}$/),
    });
    expect(await office.balance(ada)).toBe(500);
    expect((await office.staff.trail(`purchase:${id}`)).at(-1)).toMatchObject({
      action: 'control_proposal_decide',
      staffId: maker.userid,
      after: { proposal: marker, status: 'withdrawn', comment: 'Typed wrongly' },
    });
    for (const decision of ['withdraw', 'approve'])
      expect(failed(await decide(marker, decision, decision === 'approve' ? office.approver : maker))).toMatchObject({
        status: 409,
        id: 'proposal_closed',
      });
    const again = await resolve(id, 'failed');
    expect(await statusAfter(decide(again))).toBe('executed');

    const large = await adjust(ada, 1_000_001);
    expect(await statusAfter(decide(large))).toBe('approved');
    expect(await statusAfter(decide(large, 'withdraw', office.clerk))).toBe('withdrawn');
    expect(failed(await decide(large, 'approve', office.secondApprover))).toMatchObject({ id: 'proposal_closed' });
    expect(await statusAfter(decide(other, 'withdraw', office.clerk))).toBe('withdrawn');
  });

  it('answers a repeated request with the first result', async () => {
    const ada = await office.customer(0);
    const body = { emal: ada.email, amount: 25, reason: 'Once' };
    const asked = { method: 'POST', as: office.clerk, body, idempotencyKey: `key-${newId()}` };
    const [one, two] = [
      await office.staff.call('control_wallet_adjust', asked),
      await office.staff.call('control_wallet_adjust', asked),
    ];
    expect(two.body.DATA).toEqual(one.body.DATA);
    const decision = (pinc: string) => ({ reqv: one.body.DATA.MKID as string, decision: 'approve', pinc });
    const approve = { method: 'POST', as: office.approver, idempotencyKey: `key-${newId()}` };
    const send = () =>
      office.staff.call('control_proposal_decide', { ...approve, body: decision(office.staff.code(office.approver.totpSecret)) });
    const answers = [await send(), await send()];
    expect(answers.map(({ body: { DATA } }) => DATA.status as string)).toEqual(['executed', 'executed']);
    expect(await office.balance(ada)).toBe(25);
  });

  it('refuse one person in both parts in the database too', async () => {
    const id = await adjust(await office.customer(0), 10);
    const set = (sql: string) => office.rows(`UPDATE proposal SET ${sql} WHERE id = ?`, id);
    await expect(set(`decided_by = '${office.clerk.userid}'`)).rejects.toThrow(/proposal_decider/);
    await expect(set(`approved_by = '${office.clerk.userid}'`)).rejects.toThrow(/proposal_first_approver/);
    await expect(set("status = 'executed'")).rejects.toThrow(/proposal_approvals/);
    await expect(set("status = 'executed', approvals = 2, decided_by = 'x'")).rejects.toThrow(/proposal_approvals/);
  });

  it('leave books that verify', async () => {
    expect(await verify(office.staff.service.config)).toMatchObject({ ok: true });
  });

  it('end after seven days', async () => {
    const ada = await office.customer(0);
    const id = await adjust(ada, 10);
    const obi = await office.customer();
    const reqv = await office.payBill(obi, UNDECIDED);
    const others = [
      await adjust(obi, 20),
      await adjust(obi, 30),
      await resolve(reqv, 'completed', { token: '12345678901234567890' }),
    ];
    office.staff.clock.time += 7 * DAY_MS - 60_000;
    await office.app.get(ProposalsJobs, { strict: false }).expire();
    const [row] = await office.rows<{ status: string }>('SELECT status FROM proposal WHERE id = ?', id);
    expect(row).toEqual({ status: 'proposed' });
    office.staff.clock.time += 60_000;
    // Two processes, a few at a time.
    const proposals = office.app.get(Proposals, { strict: false });
    await Promise.all([proposals.expire(2), proposals.expire(2)]);
    expect(await office.rows('SELECT status FROM proposal WHERE id = ?', id)).toEqual([{ status: 'expired' }]);
    const audited = 'SELECT staff_id, before_change, after_change FROM staff_audit WHERE action = ? AND subject = ?';
    expect(await office.rows(audited, 'proposal_expire', `user:${ada.userid}`)).toEqual([
      {
        staff_id: 'system',
        before_change: JSON.stringify({ proposal: id, status: 'proposed' }),
        after_change: JSON.stringify({ proposal: id, status: 'expired' }),
      },
    ]);
    const list = others.map((other) => `'${other}'`).join();
    const ended = await office.rows(`SELECT DISTINCT status, sealed_token FROM proposal WHERE id IN (${list})`);
    expect(ended).toEqual([{ status: 'expired', sealed_token: '' }]);
    const records = "SELECT id FROM staff_audit WHERE action = 'proposal_expire' AND subject IN (?, ?)";
    expect(await office.rows(records, `user:${obi.userid}`, `purchase:${reqv}`)).toHaveLength(3);
  });
});

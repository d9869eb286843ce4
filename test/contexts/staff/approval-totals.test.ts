import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DecideProposal } from '../../../src/contexts/staff/proposals/proposals.js';
import { SecondFactors } from '../../../src/contexts/staff/members/index.js';
import { createApp } from '../../../src/create-app.js';
import { DAY_MS } from '../../../src/kernel/clock.js';
import { lagosDate } from '../../../src/kernel/lagos-time.js';
import { newId } from '../../../src/kernel/ids.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { verify } from '../../ledger/verify.js';
import type { Staff } from './staff-fixture.js';
import { BackOfficeFixture, UNDECIDED, type Wire } from './back-office-fixture.js';

const MONEY = ['otherControl.paymtMethod', 'otherControl.fiatCurency'];

describe.each(ONE_BACKEND)('what is approved in a day on %s', (backend) => {
  let office: BackOfficeFixture;
  beforeAll(async () => {
    office = await BackOfficeFixture.open(backend, { APPROVAL_DAILY_TOTAL: '2500000', BANK_ACCOUNTS: 'gtb' });
  });
  afterAll(() => office.close());

  const adjust = async (amount: number, by = office.clerk) => {
    const { email: emal } = await office.customer(0);
    return (await office.must(office.post('control_wallet_adjust', by, { emal, amount, reason: 'Goodwill' })))['MKID'] as string;
  };
  const approve = async (reqv: string, by: Staff = office.approver) => {
    const body = { reqv, decision: 'approve', pinc: office.staff.code(by.totpSecret) };
    return (await office.must(office.post('control_proposal_decide', by, body)))['status'] as string;
  };
  const proposal = async (rqvl: string) =>
    (await office.must(office.get('control_proposal_fetch', office.clerk, { rqtp: 'mk', rqvl })))['result'][0] as Wire;
  const team = async () => [await office.staff.hire(...MONEY), await office.staff.hire(...MONEY)] as const;

  it('of one proposer needs a third person above the total, in whatever wallets and with whichever approvers', async () => {
    const [ada, obi] = await team();
    expect(await approve(await adjust(999_999, ada), obi)).toBe('executed');
    expect(await approve(await adjust(1_000_000, ada), office.approver)).toBe('executed');
    const third = await adjust(999_999, ada);
    expect(await approve(third, obi)).toBe('approved');
    expect(await proposal(third)).toMatchObject({ status: 'approved', approvals: 2, approved_by: obi.userid });
    expect(await approve(await adjust(500_001, ada), obi)).toBe('executed');
    expect(await approve(third, office.secondApprover)).toBe('executed');
    expect(await approve(await adjust(0.01, ada), office.approver)).toBe('approved');
  });

  it('between two needs a third person above the total, whoever of them proposes, until the next day in Lagos', async () => {
    const [ada, obi] = await team();
    expect(await approve(await adjust(900_000, ada), obi)).toBe('executed');
    expect(await approve(await adjust(900_000, obi), ada)).toBe('executed');
    const more = await adjust(900_000, obi);
    const same = await adjust(900_000, obi);
    expect(await approve(more, ada)).toBe('approved');
    expect(await approve(same, office.approver)).toBe('executed');
    await office.rows(
      'UPDATE proposal SET decided_at = decided_at - ? WHERE proposed_by IN (?, ?)',
      DAY_MS,
      ada.userid,
      obi.userid,
    );
    expect(await approve(await adjust(900_000, obi), ada)).toBe('executed');
  });

  it('is counted exactly of decisions at once, by several processes', async () => {
    const [ada] = await team();
    const ids = await Promise.all([1, 2, 3, 4, 5, 6].map(() => adjust(900_000, ada)));
    const other =
      backend === 'sqlite' ? undefined : await createApp({ config: office.staff.service.config, clock: office.staff.clock });
    const apps = [office.app, other ?? office.app];
    const checks = apps.map((app) => app.get(SecondFactors, { strict: false }));
    const code = checks.map((check) => check.checkOwn.bind(check));
    for (const check of checks) check.checkOwn = () => Promise.resolve();
    const decide = (proposalId: string, app: (typeof apps)[number]) => {
      const userId = office.approver.userid;
      const idempotencyKey = { scope: userId, action: 'control_proposal_decide', key: newId(), fingerprint: '' };
      const caller = { ip: '', reference: '', userId, sessionId: '', isTest: false, grants: undefined, idempotencyKey };
      const given = { proposalId, decision: 'approve', comment: '', code: '' } as const;
      return app.get(DecideProposal, { strict: false }).execute(given, caller);
    };
    const statuses = await Promise.all(ids.map((id, index) => decide(id, apps[index % 2]!)));
    checks.forEach((check, index) => (check.checkOwn = code[index]!));
    await other?.close();
    expect(statuses.filter((status) => status === 'executed')).toHaveLength(2);
    expect(statuses.filter((status) => status === 'approved')).toHaveLength(4);
  });

  it('takes two approvals of money in suspense over a million, to whomever it goes, and with other money of the wallet', async () => {
    const ada = await office.customer(0);
    const received = async (amount: number) =>
      (await office.suspense(await office.receive({ accountNumber: '9900000017', amount })))['marker'] as string;
    const assign = async (reqv: string, emal = ada.email) =>
      (await office.must(office.post('control_suspense_assign', office.clerk, { reqv, emal, reason: 'Hers' })))['MKID'] as string;
    const before = await office.account('system:suspense');
    const [large, small, returned] = [await received(4_900_000), await received(600_000), await received(1_000_000.01)];
    const id = await assign(large);
    expect(await proposal(id)).toMatchObject({ approvals: 2 });
    expect(await approve(id)).toBe('approved');
    expect([await office.balance(ada), await office.account('system:suspense')]).toEqual([0, before + 6_500_000.01]);
    expect(await approve(id, office.secondApprover)).toBe('executed');
    expect(await office.balance(ada)).toBe(4_900_000);
    expect(await proposal(await assign(small))).toMatchObject({ approvals: 2 });
    const body = { reqv: returned, bank_reference: 'FT2026-1', reason: 'The payer wants it back' };
    const { MKID } = await office.must(office.post('control_suspense_return', office.clerk, body));
    expect(await proposal(MKID as string)).toMatchObject({ approvals: 2 });
    const own = await office.customer(0);
    expect(await proposal(await assign(await received(400_000), own.email))).toMatchObject({ approvals: 1 });
  });

  it('takes two approvals of a settlement over a million', async () => {
    const { time } = office.staff.clock;
    const settle = async (amount: number) => {
      const about = { kind: 'provider_payout', provider: 'sandbox-deposits', bank: 'gtb', valued: lagosDate(time) };
      const body = { ...about, amount, reference: `FT-${amount}`, reason: 'Statement' };
      return (await office.must(office.post('control_settlement_create', office.clerk, body)))['MKID'] as string;
    };
    const [large, small] = [await settle(1_000_000.01), await settle(1_000_000)];
    expect(await proposal(large)).toMatchObject({ approvals: 2 });
    expect(await approve(large)).toBe('approved');
    expect(await proposal(small)).toMatchObject({ approvals: 1 });
  });

  it('counts what comes back of a purchase with other money of the wallet', async () => {
    const ada = await office.customer(1_000);
    const id = await office.buy(ada, UNDECIDED);
    const adjusted = { emal: ada.email, amount: 999_600, reason: 'Goodwill' };
    await office.must(office.post('control_wallet_adjust', office.clerk, adjusted));
    const body = { reqv: id, outcome: 'failed', reason: 'Not there' };
    const { MKID } = await office.must(office.post('control_purchase_resolve', office.clerk, body));
    expect(await proposal(MKID as string)).toMatchObject({ amount: 500, approvals: 2 });
  });

  it('leaves books that verify', async () => {
    expect(await verify(office.staff.service.config)).toMatchObject({ ok: true });
  });
});

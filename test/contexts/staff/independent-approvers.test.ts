import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/clock.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Answer } from '../../support/client.js';
import { failed, newAddress, permissions, type Staff } from './staff-fixture.js';
import { BackOfficeFixture } from './back-office-fixture.js';

const MONEY = ['otherControl.paymtMethod', 'otherControl.fiatCurency'];
const OFFICE = '198.51.100.7';

const refusal = (rule: RegExp) => ({
  status: 403,
  code: 403,
  id: 'approver_not_independent',
  details: expect.stringMatching(rule),
});
const ONE_NETWORK = refusal(/^You are in a network of who proposed this/);

describe.each(ONE_BACKEND)('approvers on %s', (backend) => {
  let office: BackOfficeFixture;
  let addresses = 0;
  beforeAll(async () => {
    office = await BackOfficeFixture.open(backend, { TRUSTED_PROXIES: 'loopback', OFFICE_NETWORKS: '198.51.100.0/24,loopback' });
  });
  beforeEach(() => signInAll());
  afterAll(() => office.close());

  /** Sessions end while days pass. */
  const signInAll = async () => {
    for (const name of ['clerk', 'approver', 'secondApprover'] as const) office[name] = await atDesk(office[name]);
    office.staff.admin = await atDesk(office.staff.admin);
  };
  const atDesk = (member: Staff) => signIn(member, OFFICE, `desk-${member.email}`);
  const elsewhere = () => `203.0.113.${++addresses}`;
  const propose = async (by: Staff, amount = 1_000) => {
    const { email: emal } = await office.customer(0);
    const body = { emal, amount, reason: 'Goodwill' };
    return (await office.must(office.post('control_wallet_adjust', by, body)))['MKID'] as string;
  };
  const approve = (reqv: string, by: Staff): Promise<Answer> =>
    office.post('control_proposal_decide', by, { reqv, decision: 'approve', pinc: office.staff.code(by.totpSecret) });
  const statusAfter = async (reqv: string, by: Staff) => (await office.must(approve(reqv, by)))['status'] as string;
  /** Another session of a member, from this address and device. */
  const signIn = async (member: Staff, address: string, device: string): Promise<Staff> => {
    office.staff.address = address;
    const answer = await office.staff.login(member, office.staff.code(member.totpSecret), { dsnm: device });
    return { ...member, ...(await office.must(Promise.resolve(answer))) };
  };

  it('are not the second account of who proposes', async () => {
    const mallory = await office.staff.hire('staffControl.allowCreate', ...MONEY);
    const second = newAddress();
    await office.must(office.staff.create(mallory, second, permissions(...MONEY)));
    const puppet = await office.staff.register(second, await office.staff.invitationTo(second));
    const customer = await office.customer(0);
    const body = { emal: customer.email, amount: 1_000_000, reason: 'Goodwill' };
    const { MKID } = await office.must(office.post('control_wallet_adjust', mallory, body));
    expect(failed(await approve(MKID as string, puppet))).toMatchObject({ status: 403 });
    expect(await office.balance(customer)).toBe(0);
  });

  it('were neither invited nor changed by who proposes, within 30 days, nor the other way round', async () => {
    const [boss, colleague] = [await office.staff.hire('staffControl.allowModify', ...MONEY), await office.staff.hire(...MONEY)];
    const [ofBoss, ofColleague] = [await propose(boss), await propose(colleague)];
    const grants = { requxid: colleague.trackingId, ...permissions('otherControl.paymtMethod', 'otherControl.fiatCurency') };
    await office.must(office.post('control_staff_profile_update', boss, grants));
    expect(failed(await approve(ofBoss, colleague))).toEqual(refusal(/^You were invited by who proposed this, or they changed/));
    expect(failed(await approve(ofColleague, boss))).toEqual(refusal(/^You invited who proposed this, or changed their/));
    expect(await statusAfter(ofBoss, office.approver)).toBe('executed');
    expect(await statusAfter(ofColleague, office.approver)).toBe('executed');
    office.staff.clock.time += 30 * DAY_MS + HOUR_MS;
    const later = await propose(await atDesk(boss));
    expect(await statusAfter(later, await atDesk(colleague))).toBe('executed');
  });

  it('have not seen the second factor of who proposes, super administrators neither', async () => {
    const member = await office.staff.hire(...MONEY);
    office.staff.clock.time += 31 * DAY_MS;
    await signInAll();
    const { admin } = office.staff;
    const id = await propose(await atDesk(member));
    const body = { rqvl: member.trackingId, pinc: office.staff.code(admin.totpSecret) };
    await office.must(office.post('control_staff_twofa_decrypt', admin, body));
    expect(failed(await approve(id, admin))).toEqual(refusal(/second factor within 30 days/));
    expect(await statusAfter(id, office.approver)).toBe('executed');
  });

  it('use another device than who proposes, in an office too, a day before and after', async () => {
    const [one, two] = [await office.staff.hire(...MONEY), await office.staff.hire(...MONEY)];
    const proposer = await signIn(one, OFFICE, 'shared-desk');
    const id = await propose(proposer);
    office.staff.clock.time += 26 * HOUR_MS;
    const later = await signIn(two, OFFICE, 'shared-desk');
    expect(failed(await approve(id, later))).toEqual(refusal(/^You use a device of who proposed this/));
    expect(await statusAfter(id, await atDesk(office.approver))).toBe('executed');
  });

  it.each([
    ['IPv4 address', '192.0.2.1', '192.0.2.1', ONE_NETWORK],
    ['IPv6 /64', '2001:db8:1:2::7', '2001:db8:1:2:ffff::9', ONE_NETWORK],
    ['IPv6 /48 only', '2001:db8:9:1::7', '2001:db8:9:2::7', 'executed'],
    ['office', '198.51.100.20', '198.51.100.20', 'executed'],
  ])('and another network: one %s', async (_, mine, theirs, outcome) => {
    const [one, two] = [await office.staff.hire(...MONEY), await office.staff.hire(...MONEY)];
    const proposer = await signIn(one, mine, `desk-${one.email}`);
    const id = await propose(proposer);
    // The session began in the office; only the approval comes from there.
    office.staff.address = theirs;
    const answer = await approve(id, two);
    expect(answer.body.DATA?.status ?? failed(answer)).toEqual(outcome);
  });

  it('are independent of who approved first', async () => {
    const [one, two] = [await office.staff.hire(...MONEY), await office.staff.hire(...MONEY)];
    const id = await propose(one, 2_000_000);
    const first = await signIn(office.approver, elsewhere(), 'kiosk');
    expect(await statusAfter(id, first)).toBe('approved');
    const again = await signIn(two, elsewhere(), 'kiosk');
    expect(failed(await approve(id, again))).toEqual(refusal(/^You use a device of who approved this/));
    expect(await statusAfter(id, await atDesk(office.secondApprover))).toBe('executed');
  });

  it('may reject whatever they are', async () => {
    const [one, two] = [await office.staff.hire(...MONEY), await office.staff.hire(...MONEY)];
    const id = await propose(await signIn(one, OFFICE, 'table'));
    const by = await signIn(two, OFFICE, 'table');
    const body = { reqv: id, decision: 'reject', pinc: office.staff.code(by.totpSecret) };
    expect(await office.must(office.post('control_proposal_decide', by, body))).toMatchObject({ status: 'rejected' });
  });
});

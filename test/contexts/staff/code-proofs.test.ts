import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/kernel/clock.js';
import type { TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Credentials } from '../../support/client.js';
import { BackOfficeFixture } from './back-office-fixture.js';
import { failed, permissions, type Staff } from './staff-fixture.js';

describe.each(ONE_BACKEND)('the proof of a code on %s', (backend) => {
  let office: BackOfficeFixture;
  let ada: TestUser;
  beforeAll(async () => {
    office = await BackOfficeFixture.open(backend, { APPROVAL_DAILY_TOTAL: '100000000' });
    ada = await office.customer(0);
  });
  afterAll(() => office.close());

  const propose = async (amount: number) => {
    const body = { emal: ada.email, amount, reason: 'Charged twice', ticket: '' };
    return (await office.must(office.post('control_wallet_adjust', office.clerk, body)))['MKID'] as string;
  };
  const prove = async ({ totpSecret, ...as }: Staff) => {
    // As phones show it.
    const pinc = office.staff.code(totpSecret).replace(/^.../, '$& ');
    const given = await office.must(office.post('control_staff_twofa_validate', as, { pinc }));
    return { proof: given['proof'] as string, expires: Number(given['expires']) * 1000 };
  };
  const decide = (reqv: string, more: object, decision = 'approve', as: Credentials = office.approver) =>
    office.post('control_proposal_decide', as, { reqv, decision, ...more });
  const refused = { status: 400, code: 400, id: 'pinc_required' };

  it('stands for codes of several approvals within five minutes', async () => {
    const { proof, expires } = await prove(office.approver);
    expect(expires - office.staff.clock.now()).toBeLessThanOrEqual(5 * MINUTE_MS);
    for (const amount of [150, 250]) {
      const decided = await office.must(decide(await propose(amount), { proof }));
      expect(decided['status']).toBe('executed');
    }
    expect(await office.balance(ada)).toBe(400);
    const late = await propose(350);
    office.staff.clock.time += 5 * MINUTE_MS;
    expect(failed(await decide(late, { proof }))).toMatchObject(refused);
    expect(failed(await decide(late, {}))).toMatchObject(refused);
    expect(await office.balance(ada)).toBe(400);
  });

  it('is worth nothing for another session, another person, or when it is changed', async () => {
    const reqv = await propose(100);
    const { proof, expires } = await prove(office.approver);
    expect(failed(await decide(reqv, { proof }, 'approve', office.secondApprover))).toMatchObject(refused);
    const login = await office.staff.login(office.approver, office.staff.code(office.approver.totpSecret), {
      dsnm: 'another desk',
    });
    expect(failed(await decide(reqv, { proof }, 'approve', login.body.DATA as Credentials))).toMatchObject(refused);
    const longer = proof.replace(/^\d+/, String(expires + MINUTE_MS));
    for (const changed of [longer, `${proof.slice(0, -1)}${proof.endsWith('A') ? 'B' : 'A'}`, 'x', `${expires}.`])
      expect(failed(await decide(reqv, { proof: changed }))).toMatchObject(refused);
    expect(failed(await decide(reqv, { proof, pinc: '000000' }))).toMatchObject({ id: 'pinc_invalid' });
    expect((await office.must(decide(reqv, { proof }, 'reject')))['status']).toBe('rejected');
  });

  it('is not enough where two have to approve, nor for permissions', async () => {
    const large = await propose(1_500_000);
    const { proof } = await prove(office.approver);
    expect(failed(await decide(large, { proof }))).toMatchObject(refused);
    const money = permissions('otherControl.fiatCurency');
    const hired = await office.staff.hire('userControl.viewDetails');
    const body = { requxid: hired.trackingId, ...money };
    const { MKID } = await office.must(office.post('control_staff_profile_update', office.staff.admin, body));
    const other = await office.staff.administrator('Tola', 'Ige');
    const own = await prove(other);
    expect(failed(await decide(MKID as string, { proof: own.proof }, 'approve', other))).toMatchObject(refused);
    const pinc = office.staff.code(other.totpSecret);
    expect((await office.must(decide(MKID as string, { pinc }, 'approve', other)))['status']).toBe('executed');
  });
});

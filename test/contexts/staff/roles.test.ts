import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantsOfRole } from '../../../src/contexts/staff/members/grants.js';
import { STAFF_ROLES } from '../../../src/kernel/staff-roles.js';
import { lagosDate } from '../../../src/kernel/lagos-time.js';
import type { TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { BackOfficeFixture, DELIVERED, UNDECIDED, type Wire } from './back-office-fixture.js';
import { until } from '../../support/until.js';
import { failed, type Staff } from './staff-fixture.js';

/** What everybody of a role has to be able to do, and what is refused, over HTTP. */
describe.each(ONE_BACKEND)('roles of staff on %s', (backend) => {
  let office: BackOfficeFixture;
  let ada: TestUser;
  let members: Record<string, Staff>;
  let purchaseId: string;
  beforeAll(async () => {
    office = await BackOfficeFixture.open(backend);
    members = {};
    for (const { role } of STAFF_ROLES) {
      const grants = grantsOfRole(role);
      members[role] = role === 'administrator' ? office.staff.admin : await office.staff.hire(...grants);
    }
    ada = await office.customer(50_000);
    purchaseId = await office.buy(ada, DELIVERED, '08035550001');
  });
  afterAll(() => office.close());

  const as = (role: string) => members[role]!;
  const read = (role: string, action: string, query: Record<string, string> = {}) =>
    office.must(office.get(action, as(role), query));
  const listed = async (role: string, action: string, query: Record<string, string> = {}) =>
    (await read(role, action, query))['result'] as Wire[];
  const refusal = async (role: string, action: string, query: Record<string, string> = {}) =>
    failed(await office.get(action, as(role), query));
  const refusedPost = async (role: string, action: string, body: object = {}) =>
    failed(await office.post(action, as(role), body));

  it('are read by any member of staff, with the permissions that granting begins from', async () => {
    const roles = (await read('integrator', 'control_role_fetch')) as Wire[];
    expect(roles.map(({ role, title }) => [role, title])).toEqual(STAFF_ROLES.map(({ role, title }) => [role, title]));
    const support = roles.find(({ role }) => role === 'support')!;
    expect(support['userControl']).toMatchObject({ allowModify: 'YES', viewHistory: 'YES', showEmailAd: 'NO' });
    expect(support['staffControl']).toEqual({ allowCreate: 'NO', allowModify: 'NO', getDataList: 'NO', superadminx: 'NO' });
    expect(failed(await office.get('control_role_fetch', ada))).toMatchObject({ status: 403, id: 'lacking_permission' });
  });

  it('support answers a ticket, opens the purchase that it is about, asks the provider, and suspends a thief', async () => {
    const thief = await office.customer(5_000);
    const bought = await office.buy(thief, UNDECIDED, '08035550002');
    const ticket = { subject: 'No airtime', message: 'It did not come', category: 'payment', priority: 'high' };
    await office.must(office.post('support_ticket_create', thief, ticket));
    const [open] = await listed('support', 'control_support_ticket_fetch');
    expect(open).toMatchObject({ subject: 'No airtime', userid: thief.userid });
    const trades = await listed('support', 'control_user_trade_history', { uxid: thief.userid });
    expect(trades).toHaveLength(1);
    expect(await listed('support', 'control_purchase_fetch', { rqtp: 'mk', rqvl: bought })).toMatchObject([{ marker: bought }]);
    await office.must(office.post('control_purchase_requery', as('support'), { reqv: bought }));
    const reply = { ticket_id: open!['ticket_id'] as string, message: 'We asked the network' };
    await office.must(office.post('control_support_ticket_reply', as('support'), reply));
    const suspended = { uxid: thief.userid, status: 'suspended', reason: 'Reported as stolen phone' };
    await office.must(office.post('control_user_modify', as('support'), suspended));
    expect(await read('support', 'control_user_data_details', { uxid: thief.userid })).toMatchObject({ status: 'suspended' });
    const money = await refusedPost('support', 'control_purchase_resolve', { reqv: bought, outcome: 'failed', reason: 'No' });
    expect(money).toMatchObject({ status: 403, id: 'lacking_permission' });
  });

  it('support sees what came of a change that it proposed, and withdraws it, and sees nothing of others', async () => {
    const user = await office.customer(0);
    const propose = async (phone: string) =>
      (await office.must(office.post('control_user_modify', as('support'), { uxid: user.userid, phone })))['MKID'] as string;
    const own = await propose(`080312${String(Date.now()).slice(-5)}`);
    const adjustment = { emal: user.email, amount: 25, reason: 'Charged twice', ticket: '' };
    const { MKID: others } = await office.must(office.post('control_wallet_adjust', as('finance'), adjustment));
    const markers = async (query: Record<string, string>) =>
      (await listed('support', 'control_proposal_fetch', query)).map(({ marker }) => marker as string);
    const subject = { rqtp: 'subject', rqvl: `user:${user.userid}` };
    for (const query of [{ rqtp: 'open' }, { rqtp: 'all' }, { rqtp: 'mk', rqvl: own }, subject])
      expect([query, await markers(query)]).toEqual([query, [own]]);
    expect((await listed('finance', 'control_proposal_fetch', subject)).map(({ marker }) => marker as string)).toEqual([
      others,
      own,
    ]);
    const file = await read('support', 'control_proposal_fetch', { rqtp: 'all', format: 'csv' });
    const csv = Buffer.from(file['content'] as string, 'base64').toString();
    expect([csv.includes(own), csv.includes(others as string)]).toEqual([true, false]);
    const hidden = await refusal('support', 'control_proposal_fetch', { rqtp: 'mk', rqvl: others as string });
    expect(hidden).toEqual(await refusal('support', 'control_proposal_fetch', { rqtp: 'mk', rqvl: 'unknown' }));
    expect(await refusal('support', 'control_proposal_fetch', { rqtp: 'mk', rqvl: own, reveal: 'true' })).toMatchObject({
      id: 'lacking_permission',
    });
    const decide = (reqv: unknown, decision: string) =>
      office.post('control_proposal_decide', as('support'), {
        reqv,
        decision,
        pinc: office.staff.code(as('support').totpSecret),
      });
    for (const reqv of [own, others])
      for (const decision of ['approve', 'reject'])
        expect(failed(await decide(reqv, decision))).toMatchObject({ status: 403, id: 'lacking_permission' });
    expect(failed(await decide(others, 'withdraw'))).toEqual(failed(await decide('unknown', 'withdraw')));
    expect(failed(await decide(others, 'withdraw'))).toMatchObject({ status: 404 });
    expect(await office.must(decide(own, 'withdraw'))).toMatchObject({ status: 'withdrawn' });
    expect(await listed('support', 'control_proposal_fetch', { rqtp: 'mk', rqvl: own })).toMatchObject([{ status: 'withdrawn' }]);
    expect(failed(await decide(own, 'withdraw'))).toMatchObject({ status: 409, id: 'proposal_closed' });
    expect(await listed('finance', 'control_proposal_fetch', { rqtp: 'mk', rqvl: others as string })).toMatchObject([
      { status: 'proposed' },
    ]);
  });

  it('a complaint becomes a refund: support asks for it from the ticket, finance reads and approves it, the customer is answered', async () => {
    const buyer = await office.customer(5_000);
    const bought = await office.buy(buyer, UNDECIDED, '08035550003');
    const complaint = { subject: 'No airtime again', message: 'It did not come', category: 'payment', priority: 'high' };
    const { ticket_id: id } = await office.must(office.post('support_ticket_create', buyer, complaint));
    const request = { ticket_id: id as string, reqv: bought, reason: 'The network has no record of it' };
    const stranger = { ...request, reqv: purchaseId };
    expect(await refusedPost('support', 'control_ticket_refund', stranger)).toMatchObject({ id: 'purchase_of_another' });
    expect(await refusedPost('support', 'control_ticket_refund', { ...request, reqv: '0' })).toMatchObject({ status: 404 });
    const { MKID: marker } = await office.must(office.post('control_ticket_refund', as('support'), request));
    const [proposal] = await listed('finance', 'control_proposal_fetch', { rqtp: 'mk', rqvl: marker as string });
    expect(proposal).toMatchObject({ kind: 'purchase_resolve', subject: `purchase:${bought}`, outcome: 'failed', ticket: id });
    expect(await listed('finance', 'control_support_ticket_fetch')).toContainEqual(expect.objectContaining({ ticket_id: id }));
    const decision = { reqv: marker as string, decision: 'approve', pinc: office.staff.code(as('finance').totpSecret) };
    const decided = await office.must(office.post('control_proposal_decide', as('finance'), decision));
    expect(decided).toMatchObject({ status: 'executed' });
    expect(await office.balance(buyer)).toBe(5_000);
    const conversation = async () => {
      const { messages } = await office.must(office.get('support_ticket_get', buyer, { ticket_id: id as string }));
      return (messages as Wire[]).map(({ from, message }) => [from, message]);
    };
    await until(async () => (await conversation()).length > 1);
    const answer = expect.stringMatching(
      /^We have refunded your payment for .+\. 500\.00 Naira is in your wallet again\.$/,
    ) as string;
    expect(await conversation()).toEqual([
      ['user', 'It did not come'],
      ['staff', answer],
    ]);
  });

  it('finance sees a phone in full, adjusts a wallet with a colleague, and closes a day in the books', async () => {
    expect(await read('finance', 'control_user_data_details', { uxid: ada.userid })).toMatchObject({ emailAddress: ada.email });
    const masked = await read('support', 'control_user_data_details', { uxid: ada.userid });
    expect(masked['emailAddress']).not.toBe(ada.email);
    const adjustment = { emal: ada.email, amount: 150, reason: 'Charged twice', ticket: '' };
    const { MKID: reqv } = await office.must(office.post('control_wallet_adjust', as('finance'), adjustment));
    expect(await listed('finance', 'control_proposal_fetch', { rqtp: 'mk', rqvl: reqv as string })).toHaveLength(1);
    const pinc = office.staff.code(office.approver.totpSecret);
    const decided = await office.must(
      office.post('control_proposal_decide', office.approver, { reqv, decision: 'approve', pinc }),
    );
    expect(decided['status']).toBe('executed');
    expect(await read('finance', 'control_books_fetch')).toHaveProperty('accounts');
    expect(await read('finance', 'control_tariff_fetch', { rqtp: 'all' })).toBeInstanceOf(Array);
    expect(await refusal('finance', 'control_staff_members_fetch')).toMatchObject({ status: 403 });
  });

  it('compliance looks into a user, sees who read of them, and suspends them', async () => {
    const user = await office.customer(1_000);
    await read('support', 'control_user_data_details', { uxid: user.userid });
    const trail = await listed('compliance', 'control_audit_fetch', { rqtp: 'subject', rqvl: `user:${user.userid}` });
    expect(trail.map(({ action }) => action as string)).toContain('control_user_data_details');
    const suspended = { uxid: user.userid, status: 'suspended', reason: 'Named on a list' };
    await office.must(office.post('control_user_modify', as('compliance'), suspended));
    expect(await read('compliance', 'control_user_data_details', { uxid: user.userid })).toMatchObject({ status: 'suspended' });
    expect(await refusedPost('compliance', 'control_wallet_adjust')).toMatchObject({ status: 403 });
  });

  it('the auditor reads audit, books, proposals and purchases, and changes nothing', async () => {
    const month = lagosDate(office.staff.clock.now()).slice(0, 7);
    expect((await listed('auditor', 'control_audit_fetch', { rqtp: 'all' })).length).toBeGreaterThan(0);
    expect(await read('auditor', 'control_books_fetch')).toHaveProperty('accounts');
    expect(await read('auditor', 'control_tax_fetch', { rqtp: 'month', rqvl: month })).toBeTruthy();
    expect(await listed('auditor', 'control_purchase_fetch', { rqtp: 'mk', rqvl: purchaseId })).toHaveLength(1);
    expect((await listed('auditor', 'control_staff_members_fetch')).length).toBeGreaterThan(0);
    const [proposal] = await listed('auditor', 'control_proposal_fetch', { rqtp: 'all' });
    const reqv = proposal!['marker'] as string;
    expect(await refusal('auditor', 'control_proposal_fetch', { rqtp: 'mk', rqvl: reqv, reveal: 'true' })).toMatchObject({
      status: 403,
      id: 'lacking_permission',
    });
    for (const [action, body] of [
      ['control_proposal_decide', { reqv, decision: 'approve', pinc: '123456' }],
      ['control_proposal_decide', {}],
      ['control_wallet_adjust', {}],
      ['control_user_modify', { uxid: ada.userid, status: 'suspended' }],
      ['control_tariff_propose', {}],
      ['control_settlement_create', {}],
    ] as const)
      expect([action, (await refusedPost('auditor', action, body)).status]).toEqual([action, 403]);
    // Parameters are explained to whom the read is open.
    expect(await refusal('auditor', 'control_tax_fetch', { rqtp: 'month', rqvl: 'May' })).toMatchObject({
      status: 400,
      id: 'rqvl_invalid',
    });
  });

  it('the integrator follows webhooks, jobs, logs and providers, and sees no user', async () => {
    expect(await read('integrator', 'control_provider_fetch')).toBeInstanceOf(Array);
    for (const action of ['control_webhook_fetch', 'control_job_fetch', 'control_route_fetch', 'system_log_fetch']) {
      const { status } = await office.get(action, as('integrator'));
      expect([action, [200, 400, 404].includes(status)]).toEqual([action, true]);
    }
    expect(await refusal('integrator', 'control_user_data_list')).toMatchObject({ status: 403 });
    expect(await refusal('integrator', 'control_user_data_details', { uxid: ada.userid })).toMatchObject({ status: 403 });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ONE_BACKEND } from '../../support/backend.js';
import { BackOfficeFixture, UNDECIDED, type Wire } from './back-office-fixture.js';
import type { Staff } from './staff-fixture.js';

describe.each(ONE_BACKEND)('the work queue on %s', (backend) => {
  let office: BackOfficeFixture;
  beforeAll(async () => {
    office = await BackOfficeFixture.open(backend);
  });
  afterAll(() => office.close());

  const queue = async (as: Staff) => (await office.must(office.get('control_work_queue', as))) as Wire[];
  const kindsOf = async (as: Staff) => (await queue(as)).map(({ kind }) => kind as string);
  const countsOf = async (as: Staff) => Object.fromEntries((await queue(as)).map(({ kind, count }) => [kind, count]));

  it('shows the kinds that a member of staff may fetch', async () => {
    expect(await kindsOf(await office.staff.hire())).toEqual([]);
    expect(await kindsOf(await office.staff.hire('helpControl.getDataList'))).toEqual(['ticket']);
    expect(await kindsOf(await office.staff.hire('userControl.transaction'))).toEqual(['purchase', 'payout', 'suspense']);
    expect(await kindsOf(office.staff.admin)).toEqual([
      'purchase',
      'payout',
      'suspense',
      'ticket',
      'contact',
      'system_log',
      'proposal',
      'identity',
      'webhook',
      'job',
      'reconciliation',
    ]);
  });

  it('counts what is open and lists the oldest first, until it is dealt with', async () => {
    const before = await countsOf(office.staff.admin);
    const buyer = await office.customer(20_000);
    const purchases = [];
    for (let number = 0; number < 7; number++) {
      office.staff.clock.time += 1_000;
      purchases.push(await office.buy(buyer, UNDECIDED));
    }
    const ticket = { subject: 'Hello', message: 'Anybody?', category: 'other' };
    const { ticket_id } = await office.must(office.post('support_ticket_create', buyer, ticket));
    const paid = await office.receive({ accountNumber: '9900000088', amount: 900 });
    const { marker: suspense } = await office.suspense(paid);
    const assign = { reqv: suspense, emal: buyer.email, reason: 'Receipt seen' };
    await office.must(office.post('control_suspense_assign', office.clerk, assign));
    await office.staff.rows("UPDATE webhook SET status = 'failed' WHERE direction = 'inbound'");

    // A log that is written between two counts would count.
    await office.staff.service.settled();
    const shown = await queue(office.staff.admin);
    const of = (kind: string) => shown.find((each) => each['kind'] === kind)!;
    expect(of('purchase')).toMatchObject({ count: 7, more: false });
    expect((of('purchase')['items'] as Wire[]).map(({ marker }) => marker as string)).toEqual(purchases.slice(0, 5));
    expect(of('ticket')['items']).toMatchObject([{ kind: 'ticket', marker: ticket_id, title: 'Hello', status: 'open' }]);
    expect(of('suspense')['items']).toMatchObject([{ marker: suspense, status: 'open' }]);
    expect(of('proposal')['items']).toMatchObject([{ status: 'proposed', detail: 'Receipt seen' }]);
    expect(of('webhook')).toMatchObject({ count: 1, items: [{ status: 'failed' }] });
    // Each of these cases is one line, not a second one of its log.
    expect(of('system_log')['count']).toBe(before['system_log']);

    const update = { method: 'PATCH', as: office.staff.admin, body: { ticket_id, status: 'resolved' } };
    await office.must(office.staff.call('control_support_ticket_update', update));
    expect((await countsOf(office.staff.admin))['ticket']).toBe(0);
  });

  it('counts up to a thousand', async () => {
    const rows = Array.from(
      { length: 1_002 },
      (_, number) => `('many-${number}', 'many-${number}', 'error', '', 'open', ${number})`,
    );
    await office.staff.rows(`INSERT INTO system_log (id, log_key, kind, description, status, recorded) VALUES ${rows.join()}`);
    const logs = (await queue(office.staff.admin)).find(({ kind }) => kind === 'system_log');
    expect(logs).toMatchObject({ count: 1_000, more: true, items: [{ marker: 'many-0' }, {}, {}, {}, {}] });
  });
});

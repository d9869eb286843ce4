import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_GRANTS } from '../../../src/contexts/staff/members/grants.js';
import { SystemLogs } from '../../../src/contexts/system-logs/index.js';
import { addDays, lagosDate } from '../../../src/kernel/lagos-time.js';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { signInStaff } from '../../support/staff.js';

/** Lists of staff with what each is asked for, so that something is in them. */
const LISTS = {
  control_user_data_list: { rqtp: 'all' },
  control_audit_fetch: { rqtp: 'all' },
  control_user_wallet_deposit: { rqtp: 'all' },
  control_purchase_fetch: { rqtp: 'all' },
  control_suspense_fetch: { rqtp: 'all' },
  control_payout_fetch: { rqtp: 'all' },
  control_proposal_fetch: { rqtp: 'all' },
  control_settlement_fetch: { rqtp: 'all' },
  control_reconciliation_fetch: { rqtp: 'all' },
  control_staff_members_fetch: {},
  other_system_log_fetch: { rqtp: 'all' },
} as const;
const FILLED = [
  'control_user_data_list',
  'control_audit_fetch',
  'control_user_wallet_deposit',
  'control_proposal_fetch',
  'other_system_log_fetch',
] as const;

/** A time in Lagos, and one that people cannot read. */
const READABLE = /(^|,)20\d\d-\d\d-\d\d \d\d:\d\d:\d\d(,|$)/m;
const UNREADABLE = /(^|,)(1[789]\d{8}|1[789]\d{11}|20\d\d-\d\d-\d\dT.*Z)(,|$)/m;

describe.each(ONE_BACKEND)('lists of staff within days on %s', (backend) => {
  let service: TestApp;
  let clerk: TestUser;
  const today = () => lagosDate(Date.now());
  beforeAll(async () => {
    service = await startApp(backend);
    clerk = await signInStaff(service, ...ALL_GRANTS);
    for (let count = 0; count < 20; count++) {
      const user = await service.register();
      await service.client.post('user_deposit_order_create', { as: user, body: { amount: 1_000 + count } });
      await service.client.get('control_user_data_details', { as: clerk, query: { uxid: user.userid } });
      const adjustment = { emal: user.email, amount: 10 + count, reason: 'Goodwill' };
      await service.client.post('control_wallet_adjust', { as: clerk, body: adjustment });
      await service.app.get(SystemLogs, { strict: false }).record({ kind: 'warning', description: `Look at ${count}` });
    }
  });
  afterAll(() => service.close());

  const ask = (action: string, query: Record<string, string>) => service.client.get(action, { as: clerk, query });
  const count = async (action: string, query: Record<string, string>) => {
    const { body } = await ask(action, query);
    return ((body.DATA as { result?: object[] } | undefined)?.result ?? []).length;
  };

  it.each(FILLED)('%s has what is of today, and pages as long as they are wanted', async (action) => {
    const query = LISTS[action];
    expect(await count(action, query)).toBe(15);
    expect(await count(action, { ...query, pnum: '20', from: today(), to: today() })).toBe(20);
    expect(await count(action, { ...query, from: addDays(today(), -7), to: addDays(today(), -1) })).toBe(0);
    expect(await count(action, { ...query, from: addDays(today(), 1) })).toBe(0);
    expect(await count(action, { ...query, to: addDays(today(), -1) })).toBe(0);
  });

  it.each(FILLED)('%s is a file of all that is filtered, with addresses as the permissions show them', async (action) => {
    const fileOf = async (as: TestUser) => {
      const { body } = await service.client.get(action, { as, query: { ...LISTS[action], from: today(), format: 'csv' } });
      const { fileName, fileType, fileSize, content } = body.DATA as Record<string, string>;
      const bytes = Buffer.from(content!, 'base64');
      expect([fileName!.endsWith('.csv'), fileType, fileSize]).toEqual([true, 'text/csv', bytes.length]);
      return bytes.toString();
    };
    const lines = (await fileOf(clerk)).trim().split('\n');
    expect(lines.length).toBeGreaterThan(20);
    expect(lines[1]).toMatch(READABLE);
    expect(lines.join('\n')).not.toMatch(UNREADABLE);
    const without = await signInStaff(service, ...ALL_GRANTS.filter((grant) => grant !== 'userControl.showEmailAd'));
    expect(await fileOf(without)).not.toMatch(/[a-z0-9]{4,}@/);
    const [read] = await service.app
      .get(Database)
      .rows<{ parameters: string }>('SELECT parameters FROM staff_read WHERE staff_id = ? AND action = ?', [
        without.userid,
        action,
      ]);
    expect(JSON.parse(read!.parameters)).toMatchObject({ format: 'csv', from: today() });
  });

  it('has tickets and webhooks as a file, too', async () => {
    const [user] = [await service.register()];
    const ticket = { subject: '=HYPERLINK("x")', message: 'Help', category: 'other', priority: 'low' };
    await service.client.post('support_ticket_create', { as: user, body: ticket });
    const { body } = await ask('control_support_ticket_fetch', { from: today(), format: 'csv' });
    const text = Buffer.from((body.DATA as { content: string }).content, 'base64').toString();
    expect(text.split('\n')[0]).toContain('ticket_id,reference_number,subject');
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(text).toMatch(READABLE);
    expect(text).not.toMatch(UNREADABLE);
    expect((await ask('control_webhook_fetch', { rqtp: 'all', format: 'csv' })).status).toBe(404);
    const later = addDays(today(), 1);
    expect((await ask('control_support_ticket_fetch', { from: later, format: 'csv' })).status).not.toBe(200);
  });

  it('writes no cell that a spreadsheet runs', async () => {
    const user = await service.register({ fsnm: 'Ada' });
    const { body } = await service.client.get('control_user_data_list', {
      as: clerk,
      query: { rqtp: 'email', rqvl: user.email, format: 'csv' },
    });
    const text = Buffer.from((body.DATA as { content: string }).content, 'base64').toString();
    expect(text).toContain('Ada');
    expect(text).not.toMatch(/(^|,)[=+@-]/m);
  });

  it.each(Object.keys(LISTS))('%s says which day is none', async (action) => {
    for (const [name, value] of [
      ['from', '2026-02-30'],
      ['to', 'tomorrow'],
      ['pnum', '101'],
    ] as const) {
      const { status, body } = await ask(action, { ...LISTS[action as keyof typeof LISTS], [name]: value });
      expect([status, body.ERRORS?.ID]).toEqual([400, `${name}_invalid`]);
    }
  });
});

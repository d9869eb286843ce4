import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditJobs } from '../../../src/contexts/audit/audit.jobs.js';
import { newId } from '../../../src/kernel/ids.js';
import { addDays, lagosDate } from '../../../src/kernel/lagos-time.js';
import type { TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { failed, StaffFixture, type Staff } from './staff-fixture.js';

interface AuditRecord {
  readonly marker: string;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly before: string;
  readonly after: string;
  readonly ip: string;
  readonly recorded: string;
}

const DAY_MS = 86_400_000;

describe.each(ONE_BACKEND)('audited reads on %s', (backend) => {
  let staffApp: StaffFixture;
  let reader: Staff;
  let ada: TestUser;
  beforeAll(async () => {
    staffApp = await StaffFixture.open(backend);
    reader = await staffApp.hire(
      'userControl.getDataList',
      'userControl.viewDetails',
      'userControl.viewHistory',
      'userControl.transaction',
    );
    ada = await staffApp.service.register();
  });
  afterAll(() => staffApp.close());

  const fetch = (query: Record<string, string>) => staffApp.get('control_audit_fetch', staffApp.admin, query);
  const records = async (query: Record<string, string>) => (await fetch(query)).body.DATA.result as AuditRecord[];
  const addRead = (id: string, recorded: number) =>
    staffApp.rows(
      `INSERT INTO staff_read (id, staff_id, action, subject, parameters, ip, recorded) VALUES (?, 'staff', 'old_read', 'user:old', '{}', '', ?)`,
      id,
      recorded,
    );

  it('name who read whose details, history, wallet and test passwords', async () => {
    const reads: [string, Record<string, string>, string][] = [
      ['control_user_data_details', { uxid: ada.userid }, `user:${ada.userid}`],
      ['control_user_login_history', { uxid: ada.userid }, `user:${ada.userid}`],
      ['control_user_notice_history', { rqux: ada.userid }, `user:${ada.userid}`],
      ['control_user_trade_history', { uxid: ada.userid }, `user:${ada.userid}`],
      ['control_user_wallet_transfer', { uxid: ada.userid }, `user:${ada.userid}`],
      ['control_user_wallet_deposit', { rqtp: 'user', rqvl: ada.userid }, `user:${ada.userid}`],
      ['control_user_wallet_deposit', { rqtp: 'all' }, 'deposits'],
      ['control_user_data_list', { rqtp: 'email', rqvl: ada.email }, 'users'],
      ['control_test_user_fetch', { rqtp: 'all' }, 'test_users'],
    ];
    for (const [action, query] of reads) await staffApp.get(action, reader, query);
    const written = await records({ rqtp: 'actor', rqvl: reader.userid });
    const wanted = reads.map(([action, query, subject]) => ({ action, subject, query }));
    expect(
      written
        .filter(({ action }) => action !== 'control_staff_profile_register')
        .map(({ action, subject, after }) => ({ action, subject, query: JSON.parse(after) as object })),
    ).toEqual(expect.arrayContaining(wanted.map((one) => ({ ...one, query: expect.objectContaining(one.query) as object }))));
    expect(written[0]).toMatchObject({ actor: reader.userid, before: '', ip: expect.stringMatching(/127\.0\.0\.1$/) });
  });

  it('are listed with changes by subject and by action', async () => {
    await staffApp.post('control_user_modify', staffApp.admin, { uxid: ada.userid, lNme: 'Audited' });
    staffApp.clock.time += 1;
    await staffApp.get('control_user_data_details', reader, { uxid: ada.userid });
    const [read, change] = await records({ rqtp: 'subject', rqvl: `user:${ada.userid}` });
    expect(read).toMatchObject({ action: 'control_user_data_details', actor: reader.userid });
    expect(change).toMatchObject({ action: 'control_user_modify', actor: staffApp.admin.userid });
    expect(JSON.parse(change!.after)).toEqual({ lastName: 'Audited' });
    const details = await records({ rqtp: 'action', rqvl: 'control_user_data_details' });
    expect(new Set(details.map(({ action }) => action))).toEqual(new Set(['control_user_data_details']));
    expect(failed(await fetch({ rqtp: 'subject', rqvl: 'user:nobody' }))).toMatchObject({ status: 404, code: 404 });
  });

  it('are paged together with changes, without loss or repetition', async () => {
    for (let n = 0; n < 12; n++) {
      staffApp.clock.time += 1;
      await staffApp.get('control_user_data_details', reader, { uxid: ada.userid });
      await staffApp.post('control_user_modify', staffApp.admin, { uxid: ada.userid, lNme: `Name ${'x'.repeat(n)}` });
    }
    const seen: string[] = [];
    let page = 'false';
    do {
      const { DATA } = (await fetch({ rqtp: 'subject', rqvl: `user:${ada.userid}`, page })).body;
      seen.push(...(DATA.result as AuditRecord[]).map(({ marker }) => marker));
      page = DATA.pagination as string;
    } while (page !== '');
    const [counted] = await staffApp.rows<{ n: number }>(
      'SELECT (SELECT COUNT(*) FROM staff_read WHERE subject = ?) + (SELECT COUNT(*) FROM staff_audit WHERE subject = ?) AS n',
      `user:${ada.userid}`,
      `user:${ada.userid}`,
    );
    expect([seen.length, new Set(seen).size]).toEqual([counted!.n, counted!.n]);
  });

  it('are narrowed to days, for whoever asks who read a user', async () => {
    const today = lagosDate(staffApp.clock.now());
    const of = async (query: Record<string, string>) =>
      staffApp.get('control_user_audit_fetch', reader, { uxid: ada.userid, ...query });
    await of({});
    expect((await of({ from: today, to: today })).body.DATA.result).not.toEqual([]);
    expect(failed(await of({ from: addDays(today, -9), to: addDays(today, -2) }))).toMatchObject({ code: 404 });
  });

  it('are all written under concurrent reads', async () => {
    const [before] = await staffApp.rows<{ n: number }>('SELECT COUNT(*) AS n FROM staff_read');
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => staffApp.get('control_user_data_details', reader, { uxid: ada.userid })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const [after] = await staffApp.rows<{ n: number }>('SELECT COUNT(*) AS n FROM staff_read');
    expect(after!.n - before!.n).toBe(60);
  });

  it('cannot be changed, and are removed after 400 days, not before', async () => {
    const [old, young] = [newId(), newId()];
    await addRead(old, Date.now() - 401 * DAY_MS);
    await addRead(young, Date.now() - 398 * DAY_MS);
    await expect(staffApp.rows("UPDATE staff_read SET staff_id = 'nobody'")).rejects.toThrow('append-only');
    await expect(staffApp.rows('DELETE FROM staff_read WHERE id = ?', young)).rejects.toThrow('append-only');
    await staffApp.service.app.get(AuditJobs, { strict: false }).removeOldReads();
    const left = await staffApp.rows<{ id: string }>("SELECT id FROM staff_read WHERE action = 'old_read'");
    expect(left).toEqual([{ id: young }]);
  });
});

describe.each(ONE_BACKEND)('what a member of staff may read on %s', (backend) => {
  let staffApp: StaffFixture;
  beforeAll(async () => {
    const BUDGETS = JSON.stringify({ staff_reads: { cap: 30 }, staff_files: { cap: 2 } });
    staffApp = await StaffFixture.open(backend, { BUDGETS });
    for (let n = 0; n < 20; n++) {
      staffApp.clock.time += 1;
      await staffApp.service.register();
    }
  });
  afterAll(() => staffApp.close());

  const hire = () => staffApp.hire('userControl.getDataList', 'userControl.viewDetails', 'helpControl.getDataList');
  const list = (as: Staff, query: Record<string, string | number>) =>
    staffApp.get('control_user_data_list', as, { rqtp: 'all', ...query });
  const refusals = async ({ userid }: Staff) => {
    const { body } = await staffApp.get('control_audit_fetch', staffApp.admin, { rqtp: 'actor', rqvl: userid });
    const after = (body.DATA.result as AuditRecord[]).map(({ after }) => JSON.parse(after || '{}') as { refused?: string });
    return after.flatMap(({ refused }) => refused ?? []);
  };
  const told = async (budget: string) =>
    staffApp.rows("SELECT id FROM system_log WHERE kind = 'warning' AND description LIKE ?", `The budget ${budget} %`);

  it('is counted by record in a day, of pages, files and single users; then it is refused, audited and told', async () => {
    const reader = await hire();
    const first = await list(reader, { pnum: 10 });
    expect([first.status, (await list(reader, { pnum: 10 })).status]).toEqual([200, 200]);
    const [ada] = first.body.DATA.result as { userid: string }[];
    expect((await staffApp.get('control_user_data_details', reader, { uxid: ada!.userid })).status).toBe(200);
    const page = first.body.DATA.pagination as string;
    expect((await list(reader, { pnum: 10, page })).status).toBe(200);
    const refused = await list(reader, { pnum: 15 });
    expect(failed(refused)).toMatchObject({ status: 429, code: 429, id: 'staff_reads_spent' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect(failed(await list(reader, { format: 'csv' }))).toMatchObject({ id: 'staff_reads_spent' });
    expect(await refusals(reader)).toEqual(['edge.staff_reads_spent', 'edge.staff_reads_spent']);
    expect(await told('staff_reads')).toHaveLength(1);
    expect((await list(await hire(), { pnum: 15 })).status).toBe(200);

    const blocks = await staffApp.get('control_budget_fetch', staffApp.admin, { rqtp: 'budget', rqvl: 'staff_reads' });
    const [{ marker: reqv }] = blocks.body.DATA.result as [{ marker: string }];
    const pinc = staffApp.code(staffApp.admin.totpSecret);
    await staffApp.post('control_budget_lift', staffApp.admin, { reqv, reason: 'They look into a complaint', pinc });
    expect((await list(reader, { pnum: 15 })).status).toBe(200);
  });

  it('is counted by file in an hour', async () => {
    const reader = await hire();
    const take = () => list(reader, { rqtp: 'email', rqvl: reader.email, format: 'csv' });
    expect([(await take()).status, (await take()).status]).toEqual([200, 200]);
    expect(failed(await take())).toMatchObject({ status: 429, id: 'staff_files_spent' });
    expect(await refusals(reader)).toEqual(['edge.staff_files_spent']);
    const tickets = await staffApp.get('control_support_ticket_fetch', reader, { format: 'csv' });
    expect(failed(tickets)).toMatchObject({ id: 'staff_files_spent' });
    expect((await list(reader, { pnum: 5 })).status).toBe(200);
  });
});

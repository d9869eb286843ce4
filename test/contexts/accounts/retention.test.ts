import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnalyticsJobs } from '../../../src/contexts/analytics/analytics.consumer.js';
import { AuditJobs } from '../../../src/contexts/audit/audit.jobs.js';
import { PurchaseAnswersJobs } from '../../../src/contexts/purchases/purchases.jobs.js';
import { LoginRecordsJobs } from '../../../src/contexts/sign-in/sign-in.jobs.js';
import { LocationJobs } from '../../../src/contexts/location/location.jobs.js';
import { SupportJobs } from '../../../src/contexts/support/support.jobs.js';
import { DAY_MS } from '../../../src/kernel/clock.js';
import { firstIdAt } from '../../../src/kernel/ids.js';
import { SupportEnvironment } from '../../../src/contexts/support/support.settings.js';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, type TestApp } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { provider } from '../analytics/support.js';

interface Row {
  readonly id: string;
  readonly age: number;
  readonly values?: Readonly<Record<string, string | number>>;
}

const JOBS = [AnalyticsJobs, LocationJobs, LoginRecordsJobs, PurchaseAnswersJobs, SupportJobs];

/** More than a page. */
const OLD = 620;

describe.each(ONE_BACKEND)('retention by class on %s', (backend) => {
  let service: TestApp;
  let database: Database;
  beforeAll(async () => {
    service = await startApp(backend, { RETENTION_VISITOR_DAYS: '10', RETENTION_CONTACT_FORM_DAYS: '0' });
    database = service.app.get(Database);
  });
  afterAll(() => service.close());

  const run = async () => {
    for (const job of JOBS) await provider<{ removeOld(): Promise<void> }>(service, job).removeOld();
    await provider(service, AuditJobs).removeOldReads();
  };
  /** Every other column empty. */
  async function put(table: string, ...rows: Row[]): Promise<void> {
    const { columns } = database.dataSource.entityMetadatas.find(({ tableName }) => tableName === table)!;
    const names = columns.map(({ databaseName }) => databaseName);
    const isNumber = (type: unknown) => ['bigint', 'smallint', 'int', Number].includes(type as string);
    for (const { id, age, values = {} } of rows) {
      const given: Record<string, string | number> = { id, recorded: Date.now() - age * DAY_MS, ...values };
      const cells = columns.map(
        ({ databaseName, type, isNullable }) => given[databaseName] ?? (isNullable ? null : isNumber(type) ? 0 : ''),
      );
      await database.rows(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`, cells);
    }
  }
  const idsIn = async (table: string) =>
    (await database.rows<{ id: string }>(`SELECT id FROM ${table} ORDER BY id`)).map(({ id }) => id);
  const aged = (age: number, suffix: string) => firstIdAt(Date.now() - age * DAY_MS).slice(0, -suffix.length) + suffix;

  it('removes by bounded pages what is older than its class allows, and nothing else', async () => {
    const visits = Array.from({ length: OLD }, (_, number) => ({
      id: `old${number}`,
      age: 11,
      values: { ip: `ip${number}`, day: 'x' },
    }));
    await put('visitor_log', ...visits, { id: 'new', age: 9, values: { ip: 'new' } });
    await put('ad_log', { id: 'old', age: 11 }, { id: 'new', age: 9, values: { device_serial: 'n' } });
    const logins = [aged(401, 'A'), aged(399, 'B')];
    for (const table of ['login_record', 'location_record'])
      await put(table, { id: logins[0]!, age: 401 }, { id: logins[1]!, age: 399 });
    const answers = [aged(731, 'A'), aged(729, 'B')];
    await put('purchase_answer', { id: answers[0]!, age: 731 }, { id: answers[1]!, age: 729 });
    await put('staff_read', { id: 'old', age: 401 }, { id: 'new', age: 399 });
    await run();
    for (const table of ['visitor_log', 'ad_log', 'staff_read']) expect([table, await idsIn(table)]).toEqual([table, ['new']]);
    expect(await idsIn('purchase_answer')).toEqual([answers[1]]);
    expect(await idsIn('login_record')).toEqual([logins[1]]);
    expect(await idsIn('location_record')).toEqual([logins[1]]);
  });

  it('counts the time of a ticket from its end, and takes its messages', async () => {
    const at = (age: number) => Date.now() - age * DAY_MS;
    const ticket = (id: string, status: string, endedDaysAgo: number) => ({
      id,
      age: 2_000,
      values: { reference: id, status, updated_at: at(endedDaysAgo) },
    });
    await put('ticket', ticket('old', 'resolved', 731), ticket('open', 'open', 731), ticket('recent', 'closed', 729));
    for (const id of ['old', 'open', 'recent'])
      await put('ticket_message', { id, age: 2_000, values: { ticket_id: id, attachments: '[]' } });
    await run();
    expect(await idsIn('ticket')).toEqual(['open', 'recent']);
    expect(await idsIn('ticket_message')).toEqual(['open', 'recent']);
  });

  it('keeps for ever what is set to 0', async () => {
    expect(service.app.get(SupportEnvironment).RETENTION_CONTACT_FORM_DAYS).toBe(0);
    for (const table of ['contact_form', 'feedback']) await put(table, { id: 'old', age: 3_000 });
    await run();
    for (const table of ['contact_form', 'feedback']) expect(await idsIn(table)).toEqual(['old']);
  });
});

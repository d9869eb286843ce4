import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemLogsJobs } from '../../src/contexts/system-logs/system-logs.jobs.js';
import { Webhooks } from '../../src/contexts/webhooks/webhooks.js';
import { newId } from '../../src/kernel/ids.js';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import { MailRow } from '../../src/platform/mail/mail.row.js';
import { JobRegistry } from '../../src/platform/queue/job-registry.js';
import { startApp, type TestApp } from '../support/app.js';
import { BACKENDS } from '../support/backend.js';

const HOUR_MS = 3_600_000;

describe.each(BACKENDS)('overdue work, on %s', (backend) => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp(backend);
  });
  afterAll(() => service.close());

  it('is looked for in every table that holds work', async () => {
    const checks = service.app.get(JobRegistry, { strict: false }).overdueChecks();
    expect(checks.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['event', 'file', 'job', 'journal', 'mail', 'payout', 'purchase', 'webhook']),
    );
    for (const { oldest } of checks) {
      const since = await oldest();
      expect(since === undefined || Date.now() - since < 60_000).toBe(true);
    }
  });

  it('counts a webhook that was never attempted from when it was made', async () => {
    const webhooks = service.app.get(Webhooks, { strict: false });
    const event = { direction: 'outbound', partner: newId(), event: 'user.created', payload: '{}' } as const;
    await service.app
      .get(UnitOfWork, { strict: false })
      .run(() => webhooks.addAll([{ ...event, id: newId(), eventId: newId() }]));
    const check = service.app
      .get(JobRegistry, { strict: false })
      .overdueChecks()
      .find(({ kind }) => kind === 'webhook');
    const since = await check!.oldest();
    expect(since === undefined || Date.now() - since < 60_000).toBe(true);
  });

  it('is reported to staff once', async () => {
    const database = service.app.get(Database);
    const mail = { id: 'old', key: 'old', sealed: '', template: 'welcome', state: 'waiting' as const, attempts: 0 };
    await database.repository(MailRow).insert({ ...mail, createdAt: Date.now() - 2 * HOUR_MS });
    const jobs = service.app.get(SystemLogsJobs, { strict: false });
    await jobs.reportOverdue();
    await jobs.reportOverdue();
    const rows = await database.rowsOnce("SELECT id FROM system_log WHERE log_key LIKE 'overdue:mail:%'");
    expect(rows).toHaveLength(1);
  });
});

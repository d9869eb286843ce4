import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebhookRow } from '../../../src/contexts/webhooks/adapters/typeorm/webhook.rows.js';
import { Database } from '../../../src/platform/database/database.js';
import { BACKENDS } from '../../support/backend.js';
import { failed, type Staff, StaffFixture } from '../staff/staff-fixture.js';

const HOUR_MS = 3_600_000;

describe.each(BACKENDS)('failed webhooks of an hour on %s', (backend) => {
  let staff: StaffFixture;
  let clerk: Staff;
  let hour: number;
  beforeAll(async () => {
    staff = await StaffFixture.open(backend);
    clerk = await staff.hire('otherControl.paymentHook');
    hour = staff.clock.now() - 5 * HOUR_MS;
    const webhook = { direction: 'outbound', partner: 'one', event: 'user.created', payload: '{}', status: 'failed' } as const;
    const rows = [
      { id: 'before', createdAt: hour - 1 },
      { id: 'first', createdAt: hour },
      { id: 'other', createdAt: hour + 1, partner: 'two' },
      { id: 'last', createdAt: hour + HOUR_MS - 1 },
      { id: 'used-up', createdAt: hour + 2, manualRetries: 5 },
      { id: 'succeeded', createdAt: hour + 2, status: 'succeeded' as const },
      { id: 'after', createdAt: hour + HOUR_MS },
    ];
    const table = staff.service.app.get(Database).repository(WebhookRow);
    await table.insert(rows.map((row) => ({ ...webhook, lastError: 'refused', attempts: 8, eventId: row.id, ...row })));
  }, 60_000);
  afterAll(() => staff.close());

  const reprocess = (body: object) =>
    staff.post('control_webhook_reprocess', clerk, { from: hour, until: hour + HOUR_MS, ...body });
  const reopened = async () =>
    (await staff.rows<{ id: string }>('SELECT id FROM webhook WHERE manual_retries = 1 ORDER BY recorded')).map(({ id }) => id);

  it('are tried again, of one endpoint or of all, each with an audit record', async () => {
    expect((await reprocess({ provider: 'two' })).body.DATA).toMatchObject({ count: 1 });
    expect(await reopened()).toEqual(['other']);
    expect((await reprocess({ provider: 'one' })).body.DATA).toMatchObject({ count: 2 });
    expect(await reopened()).toEqual(['first', 'other', 'last']);
    for (const id of ['first', 'other', 'last'])
      expect(await staff.trail(`webhook:${id}`)).toMatchObject([{ action: 'control_webhook_reprocess', staffId: clerk.userid }]);
  });

  it('are not found where none failed then', async () => {
    expect(failed(await reprocess({ from: 0, until: 1 }))).toMatchObject({ status: 404 });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebhookRow } from '../../../src/contexts/webhooks/webhooks.rows.js';
import { Database } from '../../../src/platform/database/database.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { failed, type Staff, StaffFixture } from '../staff/staff-fixture.js';

const HOUR_MS = 3_600_000;

describe.each(ONE_BACKEND)('failed webhooks of an hour on %s', (backend) => {
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
  });
  afterAll(() => staff.close());

  const reprocess = (body: object) =>
    staff.post('control_webhook_reprocess', clerk, { from: hour, until: hour + HOUR_MS, ...body });
  const reopened = async () =>
    (await staff.rows<{ id: string }>('SELECT id FROM webhook WHERE manual_retries = 1 ORDER BY recorded')).map(({ id }) => id);

  it('are listed by their time, page by page, with others of that time', async () => {
    const fetch = async (query: Record<string, string | number>) => {
      const { body } = await staff.get('control_webhook_fetch', clerk, { from: hour, until: hour + HOUR_MS, ...query });
      return body.DATA as unknown as { result: { marker: string }[]; pagination: string };
    };
    const markers = ({ result }: { result: { marker: string }[] }) => result.map(({ marker }) => marker);
    expect(markers(await fetch({ rqtp: 'status', rqvl: 'failed' }))).toEqual(['last', 'used-up', 'other', 'first']);
    expect(markers(await fetch({ rqtp: 'provider', rqvl: 'two' }))).toEqual(['other']);
    expect(new Set(markers(await fetch({ rqtp: 'all' })))).toEqual(new Set(['last', 'used-up', 'succeeded', 'other', 'first']));
    const page = await fetch({ rqtp: 'status', rqvl: 'failed', pnum: 2 });
    expect(markers(page)).toEqual(['last', 'used-up']);
    const next = await fetch({ rqtp: 'status', rqvl: 'failed', pnum: 2, page: page.pagination });
    expect([markers(next), next.pagination]).toEqual([['other', 'first'], '']);
    expect(failed(await staff.get('control_webhook_fetch', clerk, { rqtp: 'all', from: 1, until: 2 }))).toMatchObject({
      status: 404,
    });
  });

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

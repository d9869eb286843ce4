import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/platform/database/database.js';
import { JobRow } from '../../../src/platform/queue/job.row.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { until } from '../../support/until.js';
import { failed, type Staff, StaffFixture } from './staff-fixture.js';

const HOUR_MS = 3_600_000;

describe.each(ONE_BACKEND)('failed background jobs on %s', (backend) => {
  let staff: StaffFixture;
  let clerk: Staff;
  let now: number;
  beforeAll(async () => {
    staff = await StaffFixture.open(backend);
    clerk = await staff.hire('otherControl.otherAccess');
    now = staff.clock.now();
    const job = { name: 'event', data: '{"eventId":"hunter2"}', lastError: 'Error: no answer', createdAt: now - HOUR_MS };
    await staff.service.app
      .get(Database)
      .repository(JobRow)
      .insert([
        { ...job, id: 'early', key: 'k1', state: 'exhausted', runAt: now - 2, attempts: 10 },
        { ...job, id: 'late', key: 'k2', state: 'exhausted', runAt: now - 1, attempts: 10 },
        { ...job, id: 'again', key: 'k3', state: 'waiting', runAt: now + HOUR_MS, attempts: 3 },
        { ...job, id: 'claimed', key: 'k4', state: 'waiting', runAt: now + 10 * HOUR_MS, attempts: 3, claimedBy: 'another' },
        { ...job, id: 'new', key: 'k5', state: 'waiting', runAt: now + HOUR_MS, attempts: 0, lastError: null },
      ]);
  });
  afterAll(() => staff.close());

  const fetch = (query: Record<string, string>) => staff.get('control_job_fetch', clerk, query);
  const retry = (reqv: string) => staff.post('control_job_retry', clerk, { reqv });
  const markersOf = async (rqtp: string) =>
    ((await fetch({ rqtp })).body.DATA.result as { marker: string }[]).map(({ marker }) => marker);

  it('are listed with their error and without their data', async () => {
    const { body } = await fetch({ rqtp: 'exhausted' });
    expect(body.DATA.result[0]).toEqual({
      marker: 'late',
      name: 'event',
      key: 'k2',
      status: 'exhausted',
      attempts: 10,
      error: 'Error: no answer',
      next_attempt: '',
      queued: String(now - HOUR_MS),
      recorded: String(now - 1),
    });
    expect(JSON.stringify(body)).not.toContain('hunter2');
    expect(await markersOf('exhausted')).toEqual(['late', 'early']);
    expect(await markersOf('failing')).toEqual(['claimed', 'again']);
    const { body: one } = await fetch({ rqtp: 'mk', rqvl: 'again' });
    expect(one.DATA.result).toMatchObject([{ status: 'failing', next_attempt: String(now + HOUR_MS) }]);
    expect(failed(await fetch({ rqtp: 'mk', rqvl: 'new' }))).toMatchObject({ status: 404, code: 404 });
  });

  it('go on from a page', async () => {
    const { body } = await fetch({ rqtp: 'exhausted', page: String(now - 1) });
    expect(body.DATA).toMatchObject({ result: [{ marker: 'early' }], pagination: '' });
  });

  it('wait for staff and are found by id', async () => {
    const { body } = await staff.get('control_work_queue', clerk);
    const jobs = (body.DATA as { kind: string }[]).find(({ kind }) => kind === 'job');
    expect(jobs).toMatchObject({
      count: 2,
      items: [{ marker: 'early', title: 'event', detail: 'Error: no answer' }, { marker: 'late' }],
    });
    expect((await staff.get('control_search', clerk, { rqvl: 'again' })).body.DATA).toMatchObject([
      { kind: 'job', marker: 'again' },
    ]);
  });

  it('are tried again one by one, and that is audited', async () => {
    for (const id of ['early', 'again']) {
      expect((await retry(id)).body.DATA).toEqual({ COMMENT: 'The job is tried again' });
      // The event is gone, so there is nothing left to do.
      await until(async () => (await fetch({ rqtp: 'mk', rqvl: id })).status === 404);
      expect(await staff.trail(`job:${id}`)).toMatchObject([{ action: 'control_job_retry', staffId: clerk.userid }]);
    }
    expect(await markersOf('exhausted')).toEqual(['late']);
  });

  it('are left alone while they run, and unknown ones are not found', async () => {
    expect(failed(await retry('claimed'))).toMatchObject({ status: 409, id: 'job_running' });
    for (const id of ['new', 'none']) expect(failed(await retry(id))).toMatchObject({ status: 404 });
    expect(await staff.trail('job:claimed')).toEqual([]);
  });
});

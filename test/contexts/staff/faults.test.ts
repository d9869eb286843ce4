import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RecordsJobs } from '../../../src/contexts/staff/records/records.jobs.js';
import { ShowProfile } from '../../../src/contexts/accounts/profile.js';
import { DAY_MS } from '../../../src/kernel/clock.js';
import { Database } from '../../../src/platform/database/database.js';
import { FaultRow } from '../../../src/platform/http/fault.row.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { until } from '../../support/until.js';
import { failed, type Staff, StaffFixture } from './staff-fixture.js';

describe.each(ONE_BACKEND)('failed answers of the service on %s', (backend) => {
  let staff: StaffFixture;
  let clerk: Staff;
  beforeAll(async () => {
    staff = await StaffFixture.open(backend);
    clerk = await staff.hire('otherControl.otherAccess');
  });
  afterAll(() => staff.close());

  const rows = () => staff.service.app.get(Database).repository(FaultRow);
  const search = (rqvl: string, as = clerk) => staff.get('control_search', as, { rqvl });

  async function causeFault(): Promise<string> {
    const broken = vi
      .spyOn(staff.service.app.get(ShowProfile, { strict: false }), 'execute')
      .mockRejectedValue(Object.assign(new TypeError('no row for ada@example.com'), { code: 'E_BROKEN' }));
    const { status, body } = await staff.get('user_profile_get_info', clerk);
    broken.mockRestore();
    expect(status).toBe(500);
    return /\((\w{8})\)$/.exec(body.ERRORS.DETAILS)![1]!;
  }

  it('are found by their reference as it was told, with nothing of the user', async () => {
    const reference = await causeFault();
    await until(async () => (await rows().countBy({ reference })) === 1);
    for (const text of [reference, reference.toLowerCase(), `(${reference})`]) {
      const [found] = (await search(text)).body.DATA as unknown as { kind: string }[];
      expect(found).toMatchObject({ kind: 'fault', marker: reference, title: 'user_profile_get_info was answered with 500' });
      expect(found).toMatchObject({ detail: expect.stringMatching(/^edge\.fault, TypeError E_BROKEN/) as string, userid: '' });
    }
    expect(JSON.stringify(await rows().findOneByOrFail({ reference }))).not.toMatch(/ada@|staff\d/);
    const other = await staff.hire('userControl.viewDetails');
    expect(failed(await search(reference, other))).toMatchObject({ status: 404 });
  });

  it('are not kept where the request was refused', async () => {
    const { body } = await staff.get('control_user_data_details', staff.admin, { uxid: 'nobody' });
    const refused = /\((\w{8})\)$/.exec(body.ERRORS.DETAILS)![1]!;
    const later = await causeFault();
    await until(async () => (await rows().countBy({ reference: later })) === 1);
    expect(await rows().countBy({ reference: refused })).toBe(0);
  });

  it('are kept for 14 days, sixty of a minute', async () => {
    const before = await rows().count();
    staff.clock.time += 60_000;
    for (let count = 0; count < 61; count++) await causeFault();
    await until(async () => (await rows().count()) >= before + 60);
    expect(await rows().count()).toBe(before + 60);
    await staff.service.app.get(RecordsJobs, { strict: false }).removeOldFaults();
    expect(await rows().count()).toBe(before + 60);
    staff.clock.time += 14 * DAY_MS + 60_000;
    await staff.service.app.get(RecordsJobs, { strict: false }).removeOldFaults();
    expect(await rows().count()).toBe(0);
  });
});

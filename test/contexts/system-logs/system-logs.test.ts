import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemLogs } from '../../../src/contexts/system-logs/index.js';
import { Outbox } from '../../../src/kernel/events.js';
import { newId } from '../../../src/kernel/ids.js';
import { UnitOfWork } from '../../../src/kernel/unit-of-work.js';
import { Database } from '../../../src/platform/database/database.js';
import { Metrics } from '../../../src/platform/telemetry/metrics.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { signInStaff } from '../../support/staff.js';
import { until } from '../../support/until.js';
import { eventsHandled, provider } from '../analytics/support.js';

describe.each(ONE_BACKEND)('system logs on %s', (backend) => {
  let service: TestApp;
  let staff: TestUser;
  beforeAll(async () => {
    service = await startApp(backend);
    staff = await signInStaff(service, 'otherControl.otherAccess');
  });
  afterAll(() => service.close());

  const fetch = (query: Record<string, string> = {}, as = staff) => service.client.get('other_system_log_fetch', { as, query });
  const resolve = (body: object, as = staff) => service.client.call('other_system_log_resolve', { method: 'PATCH', as, body });

  it('are listed by kind, by marker or all, with an error for an empty list', async () => {
    expect((await fetch()).body.ERRORS).not.toHaveProperty('CODE');
    const logs = provider(service, SystemLogs);
    await logs.record({ kind: 'error', description: 'It broke' });
    await logs.record({ kind: 'info', description: 'It is whole' });
    const all = (await fetch()).body.DATA;
    expect(all.pagination).toBe('');
    expect(all.result).toHaveLength(2);
    expect((await fetch({ rqtp: 'all' })).body.DATA).toEqual(all);
    const errors = (await fetch({ rqtp: 'mtype', rqvl: 'error' })).body.DATA.result;
    expect(errors).toEqual([
      {
        marker: expect.stringMatching(/^[0-9A-Z]{26}$/),
        mtype: 'error',
        descrpt: 'It broke',
        status: 'open',
        recorded: expect.stringMatching(/^[0-9]{13}$/),
      },
    ]);
    const { marker } = errors[0] as { marker: string };
    for (const query of [{ rqvl: marker }, { rqtp: 'mk', rqvl: marker }] as Record<string, string>[])
      expect((await fetch(query)).body.DATA.result).toEqual(errors);
    for (const [rqtp, rqvl] of [['mk', newId()], ['mtype', 'fatal'], ['mtype'], ['mk']] as const)
      expect((await fetch({ rqtp, ...(rqvl ? { rqvl } : {}) })).status).toBe(404);
    expect((await fetch({ rqtp: 'everything' })).body.ERRORS).toMatchObject({ ID: 'rqtp_invalid' });
  });

  it('are closed once among concurrent calls, with an audit record', async () => {
    const [log] = (await fetch({ rqtp: 'mtype', rqvl: 'error' })).body.DATA.result;
    const body = { reqv: log.marker, status: 'resolved', note: 'Paid out by hand' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => resolve(body)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409).map(({ body: { ERRORS } }) => ERRORS.CODE);
    expect(refused).toEqual(Array(7).fill(400));
    expect((await fetch({ rqvl: log.marker })).body.DATA.result).toEqual([{ ...log, status: 'resolved' }]);
    const trail = await provider(service, Database).rows<Record<string, string>>('SELECT * FROM staff_audit');
    expect(trail).toHaveLength(1);
    expect(JSON.stringify(trail[0])).toContain('Paid out by hand');
    expect(Object.values(trail[0]!)).toEqual(
      expect.arrayContaining([staff.userid, 'other_system_log_resolve', `system_log:${log.marker}`]),
    );
  });

  it('are closed only with the permission, and only if they exist', async () => {
    expect((await resolve({ reqv: newId(), status: 'ignored' })).body.ERRORS.CODE).toBe(404);
    expect((await resolve({ reqv: newId(), status: 'closed' })).body.ERRORS).toMatchObject({ CODE: 400, ID: 'status_invalid' });
    expect((await resolve({ status: 'ignored' })).body.ERRORS).toMatchObject({ CODE: 400, ID: 'reqv_required' });
    const other = await signInStaff(service, 'otherControl.getFeedback');
    expect((await resolve({ reqv: newId(), status: 'ignored' }, other)).body.ERRORS.CODE).toBe(403);
    const lacking = await fetch({}, other);
    expect([lacking.status, lacking.body.ERRORS.CODE]).toEqual([403, undefined]);
  });

  it('warn once of a proxy that is not trusted, and count what it forwards', async () => {
    const { origin } = new URL(await service.app.getUrl());
    const from = (headers: Record<string, string>) => globalThis.fetch(`${origin}/healthz`, { headers });
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) await from({ [header]: 'for=192.0.2.7' });
    await from({});
    const warnings = async () =>
      provider(service, Database).rows<{ description: string }>("SELECT description FROM system_log WHERE kind = 'warning'");
    await until(async () => (await warnings()).length > 0);
    expect(await provider(service, Metrics).registry.metrics()).toContain('harmattan_untrusted_forwarded_requests_total 4');
    const outbox = provider(service, Outbox);
    await provider(service, UnitOfWork).run(() =>
      outbox.add({ name: 'proxy.untrusted', data: { peer: '10.0.0.9', header: 'via' } }),
    );
    await eventsHandled(service);
    expect(await warnings()).toEqual([
      {
        description: expect.stringMatching(
          /^127\.0\.0\.1 sends .+ x-forwarded-for, and TRUSTED_PROXIES does not name it/,
        ) as string,
      },
    ]);
  });
});

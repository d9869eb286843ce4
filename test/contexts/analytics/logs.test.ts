import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Statistics } from '../../../src/contexts/analytics/statistics.js';
import { VisitStore } from '../../../src/contexts/analytics/visits.js';
import { newId } from '../../../src/kernel/ids.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import type { Credentials } from '../../support/client.js';
import { signInStaff } from '../../support/staff.js';
import { provider } from './support.js';

const LAGOS = '197.210.64.1';
const LAGOS_6 = '2c0f:f5c0::1';

describe.each(ONE_BACKEND)('ad and visitor logs on %s', (backend) => {
  let service: TestApp;
  let ada: TestUser;
  let staff: Credentials;
  let clock = Date.UTC(2026, 5, 1, 12);
  const at = () => clock;
  beforeAll(async () => {
    service = await startApp(backend, { TRUSTED_PROXIES: 'loopback', SESSION_TTL_SECONDS: '604800' }, { now: at });
    ada = await service.register();
    staff = await signInStaff(service, 'otherControl.otherAccess');
  });
  afterAll(() => service.close());

  const timestamp = () => Math.floor(clock / 1000);
  const get = (action: string, as: Credentials, query: Record<string, string | number> = {}) =>
    service.client.get(action, { as, query, timestamp: timestamp() });
  const visit = (ip: string, query: Record<string, string> = {}) =>
    service.client.get('visitor_log_create', {
      query: { dvty: 'mobile', dsnm: 'serial-123456', dvnm: 'Pixel', ...query },
      headers: { 'x-forwarded-for': ip },
    });
  const seeAd = (body: Record<string, string> = {}, ip = LAGOS) =>
    service.client.post('ads_log_create', {
      body: { adsxid: 'ad-1', dvtype: 'mobile', dvserial: 'serial-123456', ...body },
      headers: { 'x-forwarded-for': ip },
    });

  it('are empty at first', async () => {
    expect((await get('ads_log_fetch', ada)).body.ERRORS).toMatchObject({ CODE: 400 });
    expect((await get('visitor_log_fetch', ada)).body.ERRORS).toMatchObject({ CODE: 403 });
    expect((await get('other_visitor_log_fetch', staff)).body.ERRORS).toMatchObject({ CODE: 401 });
  });

  it('record one visit for an address and day in Lagos, also of twenty at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => visit(LAGOS)));
    expect(new Set(answers.map(({ body }) => body.DATA.COMMENT))).toEqual(new Set(['The visit was logged']));
    await visit(LAGOS, { dsnm: 'another' });
    expect((await get('other_visitor_log_fetch', staff)).body.DATA).toEqual({
      result: [
        {
          marker: expect.stringMatching(/^[0-9A-Z]{26}$/),
          city: 'Lagos',
          cntiso: 'NG',
          region: 'Lagos',
          country: 'Nigeria',
          dvname: 'Pixel',
          dvtype: 'mobile',
          ipaddx: LAGOS,
          logDate: '2026-06-01',
          dvserial: 'serial-123456',
          recorded: String(clock),
        },
      ],
      pagination: '',
    });
    const [day] = await provider(service, Statistics).find([{ span: 'day', start: '2026-06-01' }]);
    expect(day!.figures).toMatchObject({ newVisitors: 1, mobiles: 1, computers: 0 });

    // 23:00 UTC is midnight in Lagos.
    clock = Date.UTC(2026, 5, 1, 23) - 1;
    staff = await signInStaff(service, 'otherControl.otherAccess');
    await visit(LAGOS);
    clock += 1;
    await visit(LAGOS);
    const days = (await get('other_visitor_log_fetch', staff)).body.DATA.result.map(
      ({ logDate }: { logDate: string }) => logDate,
    );
    expect(days).toEqual(['2026-06-02', '2026-06-01']);
  });

  it('record one view for an ad, device and day', async () => {
    await Promise.all(Array.from({ length: 20 }, () => seeAd()));
    await seeAd({ adsxid: 'ad-2', source_id: 'banner' });
    await seeAd({ dvserial: 'x1', city: 'Ibadan', dvname: 'Tecno' });
    const { result } = (await get('ads_log_fetch', staff)).body.DATA;
    expect(result).toHaveLength(3);
    expect(result.find(({ source_id }: Record<string, string>) => source_id === 'banner')).toEqual({
      marker: expect.stringMatching(/^[0-9A-Z]{26}$/),
      adsxid: 'ad-2',
      city: 'Lagos',
      country: 'Nigeria',
      dvname: '',
      dvtype: 'mobile',
      dvserial: 'serial-123456',
      source_id: 'banner',
      recorded: String(clock),
    });
    expect(result.find(({ dvserial }: Record<string, string>) => dvserial === 'x1')).toMatchObject({
      city: 'Ibadan',
      country: 'Nigeria',
      dvname: 'Tecno',
    });
    clock += 86_400_000;
    staff = await signInStaff(service, 'otherControl.otherAccess');
    await seeAd();
    expect((await get('ads_log_fetch', staff)).body.DATA.result).toHaveLength(4);
  });

  it('are masked for users and for staff without the permission', async () => {
    await visit(LAGOS_6, { dsnm: 'abc' });
    const other = await signInStaff(service, 'otherControl.getFeedback');
    for (const as of [ada, other]) {
      const visits = (await get('visitor_log_fetch', as)).body.DATA.result as Record<string, string>[];
      expect(visits.map(({ ipaddx, dvserial }) => [ipaddx, dvserial])).toEqual([
        ['2c0f:f5c0:0::/48', '***'],
        ['197.210.64.0/24', '***3456'],
        ['197.210.64.0/24', '***3456'],
      ]);
      const views = (await get('ads_log_fetch', as)).body.DATA.result as Record<string, string>[];
      expect(new Set(views.map(({ dvserial }) => dvserial))).toEqual(new Set(['***3456', '***']));
    }
    const [whole] = (await get('visitor_log_fetch', staff)).body.DATA.result;
    expect(whole).toMatchObject({ ipaddx: LAGOS_6, dvserial: 'abc', country: 'Nigeria' });
    const refused = await get('other_visitor_log_fetch', other);
    expect([refused.status, refused.body.ERRORS.CODE]).toEqual([403, 400]);
  });

  it('page without losing or repeating entries, also of one millisecond', async () => {
    const visits = provider(service, VisitStore);
    const place = { countryCode: '', country: '', region: '', city: '' };
    const device = { deviceName: '', deviceType: 'desktop', deviceSerial: 'x' };
    for (let number = 0; number < 60; number++) {
      const recorded = clock + Math.floor(number / 7);
      await visits.add({ id: newId(), day: '2026-06-03', ip: `10.0.0.${number}`, ...place, ...device, createdAt: recorded });
    }
    const seen: string[] = [];
    let page: string | undefined;
    do {
      const { DATA } = (await get('other_visitor_log_fetch', staff, { pnum: 10, ...(page ? { page } : {}) })).body;
      expect(DATA.result.length).toBeLessThanOrEqual(10);
      seen.push(...DATA.result.map(({ marker }: { marker: string }) => marker));
      page = DATA.pagination;
    } while (page);
    expect(seen).toHaveLength(63);
    expect(new Set(seen).size).toBe(63);
  });

  it('name missing parameters', async () => {
    const answers = [
      await service.client.post('ads_log_create', { body: { adsxid: 'x', dvserial: 'x' } }),
      await service.client.post('ads_log_create', { body: { adsxid: 'x', dvtype: 'x' } }),
      await service.client.get('visitor_log_create', { query: { dsnm: 'x' } }),
      await service.client.get('visitor_log_create', { query: { dvty: 'x' } }),
    ];
    expect(answers.map(({ body }) => [body.ERRORS.ID, body.ERRORS.CODE])).toEqual([
      ['dvtype_required', undefined],
      ['dvserial_required', undefined],
      ['dvty_required', undefined],
      ['dsnm_required', undefined],
    ]);
  });
});

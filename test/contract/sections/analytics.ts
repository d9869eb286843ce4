import { vi } from 'vitest';
import { Statistics, ReadStatistics, PeriodCounter } from '../../../src/contexts/analytics/statistics.js';
import { SystemLogs } from '../../../src/contexts/system-logs/index.js';
import { LocationStore } from '../../../src/contexts/location/location.js';
import { lagosDate } from '../../../src/kernel/lagos-time.js';
import { newId } from '../../../src/kernel/ids.js';
import { documented } from '../support/documents.js';
import { fault, NO_DATA, NO_RECORD, type Recipe, recipe, type Section, unsigned, UNSUPPORTED } from '../support/section.js';
import { unique, type ContractFixture } from '../support/contract-fixture.js';

const NO_PERMISSION = "Oops, you don't have the necessary permission for this request";
const LONG_AGO = '1000000000000';

const soon = () => String(Date.now() + 1000);
const lacking = (action: string): Recipe =>
  recipe(NO_PERMISSION, async (fixture) => fixture.call(action, { ...(await fixture.goodCall(action)), as: fixture.clerk }));
const before = (action: string, details: string, query: Record<string, string> = {}): Recipe =>
  recipe(details, (fixture) => fixture.call(action, { as: fixture.staff, query: { ...query, page: LONG_AGO } }));

const seeAd = (fixture: ContractFixture) =>
  fixture.must('ads_log_create', { body: { adsxid: unique('ad'), dvtype: 'mobile', dvserial: 'serial-123456' } });
const visit = (fixture: ContractFixture) =>
  fixture.must('visitor_log_create', { query: { dvty: 'mobile', dsnm: 'serial-123456' } });

/** Records something in the statistics of today, this week and this month. */
async function counted(fixture: ContractFixture): Promise<void> {
  const tally = new PeriodCounter();
  tally.addToDay(lagosDate(Date.now()), 'NG', { newUsers: 1, newVisitors: 1, purchases: 1, completed: 1, volumeKobo: 5_000 });
  await fixture.get(Statistics).add(tally);
}

/** An open system log. */
async function systemLog(fixture: ContractFixture): Promise<string> {
  await fixture.get(SystemLogs).record({ kind: 'warning', description: unique('Look at this: ') });
  return (await fixture.first('other_system_log_fetch', { as: fixture.staff, query: { rqtp: 'all' } }))['marker']!;
}

/** A location record of Ada in Lagos. */
async function placed(fixture: ContractFixture): Promise<void> {
  const coordinates = { latitude: 6.52, longitude: 3.38 };
  const names = { countryCode: 'NG', country: 'Nigeria', region: 'Lagos', city: 'Lagos', timeZone: 'Africa/Lagos' };
  await fixture.get(LocationStore).add({
    id: newId(),
    userId: fixture.ada.userid,
    ip: '197.210.64.1',
    place: { ...names, coordinates, networkOperator: 'MTN' },
    deviceSerial: 'x',
    createdAt: Date.now(),
  });
}

/** B4.1 to B4.3: logs and statistics; and of A4.5 the places. */
export const analytics: Section = {
  calls: {
    user_location_fetch: async (fixture) => {
      await placed(fixture);
      return { as: fixture.ada, query: { rtyp: 'countries', rqvl: 'NG', page: soon() } };
    },
    ads_log_create: () => ({
      body: {
        adsxid: unique('ad'),
        dvtype: 'mobile',
        dvserial: 'serial-123456',
        dvname: 'Pixel',
        city: 'Lagos',
        country: 'Nigeria',
        source_id: 'banner',
      },
    }),
    ads_log_fetch: async (fixture) => {
      await seeAd(fixture);
      return { as: fixture.ada, query: { page: soon(), pnum: 5 } };
    },
    visitor_log_create: () => ({ query: { dvnm: 'Pixel', dvty: 'mobile', dsnm: 'serial-123456' } }),
    visitor_log_fetch: async (fixture) => {
      await visit(fixture);
      return { as: fixture.ada, query: { page: soon(), pnum: 5 } };
    },
    other_visitor_log_fetch: async (fixture) => {
      await visit(fixture);
      return { as: fixture.staff, query: { page: soon(), pnum: 5 } };
    },
    control_statistic_data_fetch: async (fixture) => {
      await counted(fixture);
      return { as: fixture.staff, query: { rqtp: 'weekly_stats', page: soon() } };
    },
    tp_daily_statistics: async (fixture) => {
      await counted(fixture);
      return { as: fixture.staff, query: { page: soon() } };
    },
    app_weekly_statistics_latest: async (fixture) => {
      await counted(fixture);
      return { as: fixture.staff };
    },
    other_system_log_fetch: async (fixture) => {
      await systemLog(fixture);
      return { as: fixture.staff, query: { rqtp: 'mtype', rqvl: 'warning', page: soon() } };
    },
    other_system_log_resolve: async (fixture) => ({
      as: fixture.staff,
      body: { reqv: await systemLog(fixture), status: 'resolved', note: 'Looked at it' },
    }),
  },
  lists: {
    user_location_fetch: async (fixture) => {
      await placed(fixture);
      const { marker } = await fixture.first('user_location_fetch', { as: fixture.ada });
      return { countries: 'Nigeria', states: 'Lagos', cities: 'Lagos', mk: marker!, all: '' };
    },
    control_statistic_data_fetch: async (fixture) => {
      await counted(fixture);
      const { params } = documented('control_statistic_data_fetch');
      return Object.fromEntries(params[0]!.enum!.map((name) => [name, '']));
    },
    other_system_log_fetch: async (fixture) => ({ mk: await systemLog(fixture), mtype: 'warning', all: '' }),
  },
  recipes: {
    user_location_fetch: {
      unauthenticated: unsigned('user_location_fetch'),
      'not found': recipe('We are unable to find data matching your request', (fixture) =>
        fixture.call('user_location_fetch', { as: fixture.newcomer, query: { rtyp: 'mk', rqvl: fixture.unknownMarker } }),
      ),
      'server error': fault('user_location_fetch'),
    },
    ads_log_create: { 'could not process': fault('ads_log_create') },
    ads_log_fetch: {
      'no record matches': recipe(NO_RECORD, (fixture) =>
        fixture.call('ads_log_fetch', { as: fixture.ada, query: { page: LONG_AGO } }),
      ),
    },
    visitor_log_create: { 'could not process': fault('visitor_log_create') },
    visitor_log_fetch: {
      unauthenticated: unsigned('visitor_log_fetch'),
      'no record matches': recipe(NO_RECORD, (fixture) =>
        fixture.call('visitor_log_fetch', { as: fixture.ada, query: { page: LONG_AGO } }),
      ),
    },
    other_visitor_log_fetch: {
      'no record matches': before('other_visitor_log_fetch', NO_RECORD),
      'lacking permission': lacking('other_visitor_log_fetch'),
    },
    control_statistic_data_fetch: {
      unauthenticated: unsigned('control_statistic_data_fetch'),
      'not a staff session': recipe(NO_PERMISSION, async (fixture) =>
        fixture.call('control_statistic_data_fetch', {
          ...(await fixture.goodCall('control_statistic_data_fetch')),
          as: fixture.ada,
        }),
      ),
      'no data': before('control_statistic_data_fetch', NO_DATA, { rqtp: 'weekly_stats' }),
      'unable to fetch': fault('control_statistic_data_fetch'),
      'lacking permission': lacking('control_statistic_data_fetch'),
      'unsupported request type': recipe(UNSUPPORTED, (fixture) =>
        fixture.call('control_statistic_data_fetch', { as: fixture.staff, query: { rqtp: 'everything' } }),
      ),
      'could not process': fault('control_statistic_data_fetch'),
    },
    tp_daily_statistics: {
      unauthenticated: unsigned('tp_daily_statistics'),
      'no record matches': before('tp_daily_statistics', NO_RECORD),
    },
    app_weekly_statistics_latest: {
      unauthenticated: unsigned('app_weekly_statistics_latest'),
      'no record matches': recipe(NO_RECORD, async (fixture) => {
        const weeks = vi.spyOn(fixture.get(ReadStatistics), 'weeks').mockResolvedValueOnce([]);
        const answer = await fixture.call('app_weekly_statistics_latest', { as: fixture.staff });
        weeks.mockRestore();
        return answer;
      }),
    },
    other_system_log_fetch: {
      'unsupported request type': recipe(UNSUPPORTED, (fixture) =>
        fixture.call('other_system_log_fetch', { as: fixture.staff, query: { rqtp: 'everything' } }),
      ),
      'no matching item': recipe(NO_RECORD, (fixture) =>
        fixture.call('other_system_log_fetch', { as: fixture.staff, query: { rqtp: 'mk', rqvl: fixture.unknownMarker } }),
      ),
      'lacking permission': lacking('other_system_log_fetch'),
    },
    other_system_log_resolve: {
      'log not found': recipe(NO_RECORD, (fixture) =>
        fixture.call('other_system_log_resolve', { as: fixture.staff, body: { reqv: fixture.unknownMarker, status: 'ignored' } }),
      ),
      'already closed': recipe('This log is already closed', async (fixture) => {
        const body = { reqv: await systemLog(fixture), status: 'ignored' };
        await fixture.must('other_system_log_resolve', { as: fixture.staff, body });
        return fixture.call('other_system_log_resolve', { as: fixture.staff, body });
      }),
      'lacking permission': lacking('other_system_log_resolve'),
    },
  },
};

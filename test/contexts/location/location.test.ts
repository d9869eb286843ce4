import type { Abstract } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Locations, LocationStore } from '../../../src/contexts/location/location.js';
import { newId } from '../../../src/kernel/ids.js';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, type TestApp, type TestUser } from '../../support/app.js';
import { ONE_BACKEND } from '../../support/backend.js';
import { until } from '../../support/until.js';

const LAGOS = '197.210.64.1';
const ABEOKUTA = '105.112.10.1';
const CALIFORNIA = '8.8.8.8';
const LAGOS_6 = '2c0f:2a80::1';

describe.each(ONE_BACKEND)('locations on %s', (backend) => {
  let service: TestApp;
  let ada: TestUser;
  beforeAll(async () => {
    service = await startApp(backend, { TRUSTED_PROXIES: 'loopback' });
    ada = await service.register();
  });
  afterAll(() => service.close());

  const get = <T>(token: Abstract<T>) => service.app.get<T>(token, { strict: false });
  const fetch = (query: Record<string, string> = {}, as = ada) => service.client.get('user_location_fetch', { as, query });
  const rows = <Row>(sql: string, ...values: string[]) => get(Database).rows<Row>(sql, values);
  const logIn = async (user: TestUser, ip: string, dsnm: string, pswd = user.password) => {
    const body = { emal: user.email, pswd, dvty: 'Android', dsnm, dvnm: 'Pixel' };
    const answer = await service.client.post('user_profile_login', { body, headers: { 'x-forwarded-for': ip } });
    // Waits until the login events are handled.
    await service.settled();
    expect(await rows(`SELECT id FROM outbox WHERE name LIKE 'user.sign%'`)).toHaveLength(0);
    return answer.body.DATA as TestUser;
  };

  it('begin with the first login, from an unknown place', async () => {
    await until(async () => (await fetch()).body.REQUEST.STATUS === 'OK');
    const { DATA } = (await fetch()).body;
    expect(DATA).toEqual([
      {
        marker: expect.stringMatching(/^[0-9A-Z]{26}$/),
        userid: ada.userid,
        ip: '127.0.0.1',
        city: '',
        region: '',
        country: '',
        isp: '',
        timeZone: '',
        axis: '',
        cntiso: '',
        status: 'active',
        recorded: expect.stringMatching(/^[0-9]{13}$/),
      },
    ]);
    expect((await fetch({ rtyp: 'countries' })).body.ERRORS).toMatchObject({ CODE: 400, MSG: 'not_found' });
  });

  it('are recorded when place or device changes', async () => {
    const user = await service.register();
    const device = 'device-of-one';
    await logIn(user, LAGOS, device);
    await logIn(user, LAGOS, device);
    await logIn(user, LAGOS, 'another-device');
    await logIn(user, ABEOKUTA, 'another-device');
    const again = await logIn(user, LAGOS_6, 'another-device');
    const { DATA } = (await fetch({}, again)).body;
    expect(DATA.map(({ ip, city, timeZone }: Record<string, string>) => [ip, city, timeZone])).toEqual([
      [LAGOS_6, 'Lagos', 'Africa/Lagos'],
      [ABEOKUTA, 'Abeokuta', 'Africa/Lagos'],
      [LAGOS, 'Lagos', 'Africa/Lagos'],
      [LAGOS, 'Lagos', 'Africa/Lagos'],
      ['127.0.0.1', '', ''],
    ]);
    expect(DATA[1]).toMatchObject({ country: 'Nigeria', cntiso: 'NG', region: 'Ogun State' });
    expect(DATA.map(({ isp }: { isp: string }) => isp)).toEqual([
      '',
      expect.stringMatching(/Airtel/),
      expect.stringMatching(/MTN/i),
      expect.stringMatching(/MTN/i),
      '',
    ]);
    expect(DATA[1].axis).toMatch(/^7\.1\d*,3\.3\d*$/);
  });

  it('are listed by country, state and city, each once and for the caller only', async () => {
    const user = await service.register();
    for (const ip of [LAGOS, ABEOKUTA, CALIFORNIA, LAGOS, ABEOKUTA]) await logIn(user, ip, 'wanderer');
    const as = await logIn(user, CALIFORNIA, 'wanderer');
    const seen = async (query: Record<string, string>, field: string) => {
      const { body } = await fetch(query, as);
      return body.REQUEST.STATUS === 'OK' ? body.DATA.map((record: Record<string, string>) => record[field]) : body.ERRORS.MSG;
    };
    expect(await seen({ rtyp: 'countries' }, 'country')).toEqual(['United States', 'Nigeria']);
    expect(await seen({ rtyp: 'countries', rqvl: 'ng' }, 'country')).toEqual(['Nigeria']);
    expect(await seen({ rtyp: 'states' }, 'region')).toEqual(['California', 'Ogun State', 'Lagos']);
    expect(await seen({ rtyp: 'states', rqvl: 'Nigeria' }, 'region')).toEqual(['Ogun State', 'Lagos']);
    expect(await seen({ rtyp: 'cities', rqvl: 'Lagos' }, 'city')).toEqual(['Lagos']);
    expect(await seen({ rtyp: 'cities', rqvl: 'NG' }, 'city')).toEqual(['Abeokuta', 'Lagos']);
    expect(await seen({ rtyp: 'cities', rqvl: 'Kano' }, 'city')).toBe('not_found');
    expect(await seen({ rtyp: 'all' }, 'city')).toHaveLength(7);
  });

  it('are found by marker, by their owner only', async () => {
    const [mine] = (await fetch()).body.DATA;
    const { marker } = mine as { marker: string };
    const own: Record<string, string>[] = [{ rqvl: marker }, { rtyp: 'mk', rqvl: marker }];
    for (const query of own) expect((await fetch(query)).body.DATA).toEqual([mine]);
    const obi = await service.register();
    const none: Record<string, string>[] = [...own, { rtyp: 'mk', rqvl: newId() }, { rtyp: 'mk' }];
    for (const query of none) expect((await fetch(query, obi)).body.ERRORS).toMatchObject({ CODE: 400, MSG: 'not_found' });
  });

  it('page newest first without losing or repeating any', async () => {
    const user = await service.register();
    const [first] = await rows<{ recorded: number }>('SELECT recorded FROM login_record WHERE user_id = ?', user.userid);
    const place = {
      countryCode: 'NG',
      country: 'Nigeria',
      region: 'Lagos',
      timeZone: 'Africa/Lagos',
      coordinates: undefined,
      networkOperator: '',
    };
    for (let number = 0; number < 40; number++)
      await get(LocationStore).add({
        id: newId(),
        userId: user.userid,
        ip: LAGOS,
        place: { ...place, city: `City ${number}` },
        deviceSerial: 'x',
        createdAt: first!.recorded - 1000 + Math.floor(number / 3),
      });
    const cities: string[] = [];
    let page: string | undefined;
    for (;;) {
      const { body } = await fetch({ rtyp: 'cities', ...(page ? { page } : {}) }, user);
      if (body.REQUEST.STATUS !== 'OK') break;
      cities.push(...body.DATA.map(({ city }: { city: string }) => city));
      page = body.DATA.at(-1).recorded;
    }
    expect(cities).toHaveLength(40);
    expect(new Set(cities).size).toBe(40);
  });

  it('are recorded once for repeated events; failed logins get their place, too', async () => {
    const user = await service.register();
    await logIn(user, CALIFORNIA, 'stranger', 'Wrong-horse-7');
    let logins: { id: string; city: string; country: string; outcome: string }[] = [];
    await until(async () => {
      logins = await rows('SELECT id, city, country, outcome FROM login_record WHERE user_id = ? ORDER BY recorded', user.userid);
      return logins.at(-1)?.city !== '';
    });
    expect(logins.map(({ outcome, city, country }) => [outcome, city, country])).toEqual([
      ['success', '', ''],
      ['failed', 'Mountain View', 'United States'],
    ]);
    for (const { id } of [...logins, ...logins]) await get(Locations).record(id);
    await get(Locations).record(newId());
    expect((await fetch({}, user)).body.DATA).toHaveLength(1);
  });

  it('refuse other request types', async () => {
    const { status, body } = await fetch({ rtyp: 'planets' });
    expect([status, body.ERRORS.ID]).toEqual([400, 'rtyp_invalid']);
    expect(body.ERRORS.DETAILS).toMatch(/^Unsupported request type/);
  });
});

it('ignore untrusted proxies', async () => {
  const service = await startApp('sqlite');
  const user = await service.register();
  const body = { emal: user.email, pswd: user.password, dvty: 'Web', dsnm: 'x' };
  const { DATA } = (await service.client.post('user_profile_login', { body, headers: { 'x-forwarded-for': LAGOS } })).body;
  await until(async () => (await service.client.get('user_location_fetch', { as: DATA })).body.DATA?.length === 2);
  const answer = await service.client.get('user_location_fetch', { as: DATA });
  expect(answer.body.DATA.map(({ ip }: { ip: string }) => ip)).toEqual(['127.0.0.1', '127.0.0.1']);
  await service.close();
});

import { beforeAll, describe, expect, it } from 'vitest';
import { makeBackend } from '../../../../../test/support/backend.js';
import { Log } from '../../../../platform/telemetry/log.js';
import { MaxmindIpGeolocation } from './maxmind-ip-geolocation.js';
import { TelemetryEnvironment } from '../../../../platform/telemetry/telemetry.settings.js';

describe('MaxmindIpGeolocation', () => {
  let places: MaxmindIpGeolocation;
  beforeAll(async () => {
    const place = makeBackend('sqlite');
    places = new MaxmindIpGeolocation(new Log(place.config.of(TelemetryEnvironment)));
    await place.remove();
  });

  it('finds the place of an IPv4 address', async () => {
    expect(await places.find('197.210.64.1')).toEqual({
      countryCode: 'NG',
      country: 'Nigeria',
      region: 'Lagos',
      city: 'Lagos',
      timeZone: 'Africa/Lagos',
      coordinates: { latitude: expect.closeTo(6.5, 0) as number, longitude: expect.closeTo(3.4, 0) as number },
      networkOperator: expect.stringMatching(/MTN/i) as string,
    });
    expect(await places.find('8.8.8.8')).toMatchObject({
      countryCode: 'US',
      country: 'United States',
      timeZone: 'America/Los_Angeles',
    });
  });

  it('finds the place of an IPv6 address in any notation', async () => {
    const place = await places.find('2c0f:f5c0::1');
    expect(place).toMatchObject({ countryCode: 'NG', country: 'Nigeria', timeZone: 'Africa/Lagos' });
    expect(await places.find('2C0F:F5C0:0:0:0:0:0:1')).toEqual(place);
  });

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '192.168.1.1',
    '172.31.0.1',
    '100.64.0.1',
    '169.254.1.1',
    '::1',
    'fe80::1',
    'fd00::1',
    '203.0.113.7',
    '2001:db8::1',
    '',
    'nowhere',
    '1.2.3',
    '999.1.1.1',
  ])('finds nothing for %j', async (ip) => {
    expect(await places.find(ip)).toBeUndefined();
  });
});

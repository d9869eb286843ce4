import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it, beforeAll } from 'vitest';
import { AsnNetworkOperators, MaxmindIpGeolocation } from './maxmind-ip-geolocation.js';
import { makeBackend } from '../../../../../test/support/backend.js';
import { Log } from '../../../../platform/telemetry/log.js';
import { TelemetryEnvironment } from '../../../../platform/telemetry/telemetry.settings.js';

const require = createRequire(import.meta.url);

describe('AsnNetworkOperators', () => {
  const operators = new AsnNetworkOperators();

  it.each([
    ['197.210.64.1', /MTN/i],
    ['105.112.0.1', /Airtel/i],
    ['1.1.1.1', /^Cloudflare, Inc\.$/],
    ['8.8.8.8', /Google/],
    ['2c0f:f5c0::1', /./],
    ['2001:4860:4860::8888', /Google/],
    ['::ffff:8.8.8.8', /Google/],
  ])('names the operator of %s', async (ip, name) => {
    expect(await operators.find(ip)).toMatch(name);
  });

  it.each(['0.0.0.0', '255.255.255.255', '240.0.0.1', '::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'])(
    'names nobody for %s',
    async (ip) => {
      expect(await operators.find(ip)).toBe('');
    },
  );

  it.each(['asn-ipv4-num.csv', 'asn-ipv6-num.csv'])('searches in %s, which is in the order of addresses', (file) => {
    const lines = readFileSync(require.resolve(`@ip-location-db/asn/${file}`), 'utf8')
      .trim()
      .split('\n');
    let before = -1n;
    const wrong = lines.filter((line) => {
      const [first = '', last = ''] = line.split(',', 2);
      const isWrong = BigInt(first) <= before || BigInt(last) < BigInt(first);
      before = BigInt(first);
      return isWrong;
    });
    expect(wrong).toEqual([]);
    expect(lines.length).toBeGreaterThan(50_000);
  });

  it.each(['asn-ipv4-num.csv', 'asn-ipv6-num.csv'])('finds the first and the last address of networks of %s', async (file) => {
    const lines = readFileSync(require.resolve(`@ip-location-db/asn/${file}`), 'utf8')
      .trim()
      .split('\n');
    const some = lines
      .filter((_, index) => index % 5_000 === 0 || index === lines.length - 1)
      .filter((line) => !line.includes('"'));
    for (const line of some) {
      const [first = '', last = '', , name] = line.split(',');
      for (const address of [first, last])
        expect(await operators.find(textOf(BigInt(address), file.includes('ipv4')))).toBe(name);
    }
  });
});

function textOf(address: bigint, isIpv4: boolean): string {
  const hex = address.toString(16).padStart(isIpv4 ? 8 : 32, '0');
  if (!isIpv4) return hex.match(/.{4}/g)!.join(':');
  return hex
    .match(/../g)!
    .map((byte) => Number.parseInt(byte, 16))
    .join('.');
}

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

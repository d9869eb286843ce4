import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { AsnNetworkOperators } from './asn-network-operators.js';

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

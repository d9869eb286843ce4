import { describe, expect, it } from 'vitest';
import { UntrustedForwarding } from './untrusted-forwarding.js';

const HOUR_MS = 3_600_000;

function watcher(...proxies: readonly string[]) {
  const seen = { counted: 0, told: [] as string[], now: 0 };
  const forwarding = new UntrustedForwarding(
    proxies,
    () => seen.counted++,
    (peer, header) => seen.told.push(`${peer} ${header}`),
    () => seen.now,
  );
  return { seen, forwarding };
}

describe('forwarded headers', () => {
  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])('%s of a peer that is not trusted is told', (header) => {
    const { seen, forwarding } = watcher('loopback', '10.1.0.0/16');
    forwarding.look({ [header]: 'x' }, '10.2.0.7');
    expect([seen.counted, seen.told]).toEqual([1, [`10.2.0.7 ${header}`]]);
  });

  it.each([
    ['10.1.2.3', ['10.1.0.0/16']],
    ['::ffff:10.1.2.3', ['10.1.0.0/16']],
    ['10.1.2.3', ['::ffff:10.1.0.0/112']],
    ['10.1.2.3', ['192.0.2.1', '10.1.2.3']],
    ['127.0.0.1', ['loopback']],
    ['::1', ['loopback']],
    ['172.20.0.1', ['uniquelocal']],
    ['fd00::7', ['uniquelocal']],
    ['fe80::1%eth0', ['linklocal']],
    ['2001:db8::7', ['2001:db8::/32']],
  ])('of %s are right where %j are trusted', (peer, proxies) => {
    const { seen, forwarding } = watcher(...proxies);
    forwarding.look({ 'x-forwarded-for': '192.0.2.9' }, peer);
    expect(seen.counted).toBe(0);
    const strict = watcher('203.0.113.1');
    strict.forwarding.look({ 'x-forwarded-for': '192.0.2.9' }, peer);
    expect(strict.seen.counted).toBe(1);
  });

  it('are counted each and told once an hour, and a person by the network only', () => {
    const { seen, forwarding } = watcher();
    for (const at of [0, 1, HOUR_MS - 1, HOUR_MS, HOUR_MS + 1]) {
      seen.now = at;
      forwarding.look({ via: '1.1 proxy' }, '203.0.113.77');
    }
    expect([seen.counted, seen.told]).toEqual([5, ['203.0.113.0/24 via', '203.0.113.0/24 via']]);
  });

  it('are nothing where there are none', () => {
    const { seen, forwarding } = watcher();
    forwarding.look({ host: 'pay.example' }, '10.0.0.1');
    forwarding.look({ via: 'x' }, '');
    expect(seen.counted).toBe(0);
  });
});

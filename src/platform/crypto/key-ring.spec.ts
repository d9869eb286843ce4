import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Config } from '../config/config.js';
import { KeyRing } from './key-ring.js';

const [former, current] = [randomBytes(32), randomBytes(32)];
const ringOf = (appKey: Buffer, ...previousAppKeys: Buffer[]) =>
  new KeyRing({ appKey, previousAppKeys } as Partial<Config> as Config);
const ring = ringOf(current, former);

describe('KeyRing', () => {
  it('derives another key for each purpose and each APP_KEY, the same one after a restart', () => {
    const [first, second] = ring.keys('a purpose');
    expect(first!.bytes).not.toEqual(second!.bytes);
    expect(first!.bytes).not.toEqual(ring.current('another purpose').bytes);
    expect(first).toEqual(ringOf(Buffer.from(current)).current('a purpose'));
    expect(second).toEqual(ringOf(former).current('a purpose'));
    expect(new Set([first!.id, second!.id]).size).toBe(2);
  });

  it('verifies macs of every key of the ring, and makes them by the current one', () => {
    const mac = ring.mac('rows', 'text');
    expect(mac).toMatch(/^[0-9a-f]{8}\.[A-Za-z0-9_-]{43}$/);
    expect(ringOf(current).verifyMac('rows', 'text', mac)).toBe(true);
    expect(ring.verifyMac('rows', 'text', ringOf(former).mac('rows', 'text'))).toBe(true);
  });

  it('refuses another text, purpose, key or form of a mac', () => {
    const mac = ring.mac('rows', 'text');
    expect(ring.verifyMac('rows', 'other text', mac)).toBe(false);
    expect(ring.verifyMac('other rows', 'text', mac)).toBe(false);
    expect(ringOf(former).verifyMac('rows', 'text', mac)).toBe(false);
    const foreign = ringOf(randomBytes(32)).mac('rows', 'text');
    expect(ring.verifyMac('rows', 'text', mac.replace(/\..*/, foreign.slice(8)))).toBe(false);
    for (const damaged of ['', '.', mac.slice(0, -1), mac.slice(0, 8), `${mac}A`, mac.slice(9)])
      expect(ring.verifyMac('rows', 'text', damaged)).toBe(false);
  });
});

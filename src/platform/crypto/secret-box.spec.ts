import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Config } from '../config/config.js';
import { KeyRing } from './key-ring.js';
import { SecretBox } from './secret-box.js';

const boxOf = (appKey: Buffer, ...previousAppKeys: Buffer[]) =>
  new SecretBox(new KeyRing({ appKey, previousAppKeys } as Partial<Config> as Config));
const bodyOf = (sealed: string) => sealed.slice(sealed.lastIndexOf('.') + 1);
const box = boxOf(randomBytes(32));

describe('SecretBox', () => {
  it('decrypts with the same associated data', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, data) => {
        expect(box.decrypt(box.encrypt(text, data), data)).toBe(text);
      }),
    );
  });

  it('encrypts to a different text each time, without showing the plaintext', () => {
    const sealed = [box.encrypt('a very plain secret', 'row-1'), box.encrypt('a very plain secret', 'row-1')];
    expect(sealed[0]).not.toBe(sealed[1]);
    for (const each of sealed) {
      expect(each).toMatch(/^v2\.[0-9a-f]{8}\.[A-Za-z0-9_-]+$/);
      expect(Buffer.from(bodyOf(each), 'base64url').toString('latin1')).not.toContain('secret');
    }
  });

  it('decrypts after a restart with the same key', () => {
    const appKey = randomBytes(32);
    expect(boxOf(appKey).decrypt(boxOf(Buffer.from(appKey)).encrypt('secret', 'row'), 'row')).toBe('secret');
  });

  it('refuses other associated data and other keys', () => {
    const sealed = box.encrypt('secret', 'row-1');
    expect(() => box.decrypt(sealed, 'row-2')).toThrow();
    expect(() => boxOf(randomBytes(32)).decrypt(sealed, 'row-1')).toThrow();
  });

  it('refuses any changed byte', () => {
    const sealed = box.encrypt('secret', 'row');
    const bytes = Buffer.from(bodyOf(sealed), 'base64url');
    for (let place = 0; place < bytes.length; place++) {
      const changed = Buffer.from(bytes);
      changed[place]! ^= 1;
      expect(() => box.decrypt(sealed.replace(bodyOf(sealed), changed.toString('base64url')), 'row')).toThrow();
    }
  });

  it('refuses a truncated tag', () => {
    const sealed = box.encrypt('', 'row');
    const bytes = Buffer.from(bodyOf(sealed), 'base64url');
    const head = sealed.slice(0, -bodyOf(sealed).length);
    expect(box.decrypt(`${head}${bytes.toString('base64url')}`, 'row')).toBe('');
    for (let length = 12; length < bytes.length; length++)
      expect(() => box.decrypt(`${head}${bytes.subarray(0, length).toString('base64url')}`, 'row')).toThrow();
  });

  it.each([
    '',
    'v2',
    'v2.',
    'v2.AAAA',
    'v3.00000000.AAAA',
    'v2.00000000.AAAA',
    `v1.${bodyOf(box.encrypt('secret', 'row'))}`,
    'plain text',
    box.encrypt('secret', 'row').slice(0, -8),
  ])('refuses %j', (text) => {
    expect(() => box.decrypt(text, 'row')).toThrow();
  });

  describe('with former keys', () => {
    const [former, current] = [randomBytes(32), randomBytes(32)];
    const changed = boxOf(current, former);

    it('reads what they encrypted, and encrypts under the current key', () => {
      expect(changed.decrypt(boxOf(former).encrypt('secret', 'row'), 'row')).toBe('secret');
      expect(boxOf(current).decrypt(changed.encrypt('secret', 'row'), 'row')).toBe('secret');
    });

    it('says which key is missing', () => {
      expect(() => boxOf(current).decrypt(boxOf(former).encrypt('secret', 'row'), 'row')).toThrow(/APP_KEY_PREVIOUS/);
    });

    it('renews every encrypted text in a value, and leaves those under the current key', () => {
      const old = boxOf(former).encrypt('one', 'row');
      const [older, kept] = [boxOf(former).encrypt('two', 'row'), changed.encrypt('three', 'row')];
      const renewed = JSON.parse(changed.renew(JSON.stringify([{ s: old }, { s: older }, { s: kept }]), 'row')) as {
        s: string;
      }[];
      expect(renewed.map(({ s }) => boxOf(current).decrypt(s, 'row'))).toEqual(['one', 'two', 'three']);
      expect(renewed[2]!.s).toBe(kept);
      expect(changed.renew('', 'row')).toBe('');
    });
  });
});

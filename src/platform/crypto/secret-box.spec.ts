import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Config } from '../config/config.js';
import { SecretBox } from './secret-box.js';

const boxOf = (appKey: Buffer) => new SecretBox({ appKey } as Config);
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
      expect(each).toMatch(/^v1\.[A-Za-z0-9_-]+$/);
      expect(Buffer.from(each.slice(3), 'base64url').toString('latin1')).not.toContain('secret');
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
    const bytes = Buffer.from(box.encrypt('secret', 'row').slice(3), 'base64url');
    for (let place = 0; place < bytes.length; place++) {
      const changed = Buffer.from(bytes);
      changed[place]! ^= 1;
      expect(() => box.decrypt(`v1.${changed.toString('base64url')}`, 'row')).toThrow();
    }
  });

  it('refuses a truncated tag', () => {
    const bytes = Buffer.from(box.encrypt('', 'row').slice(3), 'base64url');
    for (let length = 12; length < bytes.length; length++)
      expect(() => box.decrypt(`v1.${bytes.subarray(0, length).toString('base64url')}`, 'row')).toThrow();
  });

  it.each(['', 'v1', 'v1.', 'v2.AAAA', 'v1.AAAA', 'plain text', box.encrypt('secret', 'row').slice(0, -8)])(
    'refuses %j',
    (text) => {
      expect(() => box.decrypt(text, 'row')).toThrow();
    },
  );
});

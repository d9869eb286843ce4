import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isGuessable } from './guessable-key.js';

describe('a key that can be guessed', () => {
  it.each([
    ['zeros', Buffer.alloc(32)],
    ['one byte repeated', Buffer.alloc(32, 0xa7)],
    ['a few bytes repeated', Buffer.alloc(32, Buffer.from([0xde, 0xad, 0xbe, 0xef]))],
    ['a half repeated', Buffer.alloc(32, randomBytes(16))],
    ['a sequence', Buffer.from(Array.from({ length: 32 }, (_, index) => index))],
    ['a sequence in steps, over the end', Buffer.from(Array.from({ length: 32 }, (_, index) => (200 + 7 * index) % 256))],
    ['a sequence downwards', Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index))],
    ['text', Buffer.from('please-change-this-key-in-earnest').subarray(0, 32)],
    ['text of digits', Buffer.from(createHash('sha256').update('x').digest('hex')).subarray(0, 32)],
    ['a short text and zeros', Buffer.concat([Buffer.from('secret'), Buffer.alloc(26)])],
  ])('is %s', (_, key) => {
    expect(key).toHaveLength(32);
    expect(isGuessable(key)).toBe(true);
  });

  it('is none that was drawn at random', () => {
    const keys = Array.from({ length: 2_000 }, (_, index) => createHash('sha256').update(`key ${index}`).digest());
    expect(keys.filter(isGuessable)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { pooledRandomBytes, randomByte } from './random.js';

describe('pooledRandomBytes', () => {
  it('hands out bytes once, also across the end of its pool and beside single bytes', () => {
    const handed = new Set<string>();
    for (let count = 0; count < 5_000; count++) {
      const bytes = pooledRandomBytes(12);
      expect(bytes).toHaveLength(12);
      handed.add(bytes.toString('hex'));
      if (count % 3 === 0) randomByte();
    }
    expect(handed.size).toBe(5_000);
  });

  it('does not change what it handed out before', () => {
    const first = pooledRandomBytes(12);
    const text = first.toString('hex');
    for (let count = 0; count < 1_000; count++) pooledRandomBytes(12);
    expect(first.toString('hex')).toBe(text);
  });
});

import { describe, expect, it } from 'vitest';
import { afterFailure, isOut } from './bank-outage.js';

const failing = (...times: number[]) => times.reduce<number[]>(afterFailure, []);

describe('outage of a bank', () => {
  it.each([
    ['four failures', failing(0, 1, 2, 3), 4, false],
    ['five within a minute', failing(0, 10_000, 20_000, 30_000, 59_999), 60_000, true],
    ['five in more than a minute', failing(0, 10_000, 20_000, 30_000, 60_000), 60_000, false],
    ['more of them later', failing(0, 60_000, 61_000, 62_000, 63_000, 64_000), 65_000, true],
    ['the last more than five minutes ago', failing(0, 1, 2, 3, 4), 300_004, false],
  ])('%s', (_, failedAt, now, expected) => {
    expect(isOut(failedAt, now)).toBe(expected);
  });
});

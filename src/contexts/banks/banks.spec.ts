import { describe, expect, it } from 'vitest';
import { hasCheckDigitOf, afterFailure, isOut } from './banks.js';

describe('check digit of an account number', () => {
  it.each([
    ['011', '0000014579'],
    ['011', '0000000220'],
    ['058', '0123456785'],
    ['044', '0690000032'],
    ['232', '0068687503'],
    ['057', '2085886393'],
    ['50211', '2000000013'],
    ['50515', '8123456781'],
  ])('is right at institution %s for %s alone of its ten endings', (institution, account) => {
    const endings = Array.from({ length: 10 }, (_, digit) => `${account.slice(0, 9)}${digit}`);
    expect(endings.filter((each) => hasCheckDigitOf(institution, each))).toEqual([account]);
  });

  it('is wrong for real accounts, too, so that it refuses nothing', () => {
    expect(hasCheckDigitOf('063', '0022728151')).toBe(false);
  });
});

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

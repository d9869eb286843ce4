import { describe, expect, it } from 'vitest';
import { hasCheckDigitOf } from './account-number.js';

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

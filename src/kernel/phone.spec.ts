import { describe, expect, it } from 'vitest';
import { localPhone, networkCode, phoneSpellings } from './phone.js';

describe('phone numbers', () => {
  it.each([
    '08031234567',
    '+2348031234567',
    '2348031234567',
    '8031234567',
    '0803 123 4567',
    '0803-123-4567',
    '+234 (0)803 123 4567',
    '(0803) 123.4567',
    '\u200e0803\u00a0123\u200b4567\u202c',
    '\u2068+234\u2009803\u20111234567\u2069',
    '０８０３１２３４５６７',
  ])('%s is 08031234567', (text) => {
    expect(localPhone(text)).toBe('08031234567');
  });

  it.each([
    '',
    '0803123456',
    '080312345678',
    '06031234567',
    '+4478031234567',
    '0803123456a',
    '07001234567',
    '+2348001234567',
    '0900 123 4567',
  ])('%s is none', (text) => {
    expect(localPhone(text)).toBeUndefined();
  });
});

describe('networks', () => {
  it.each([
    ['MTN', 'mtn'],
    ['9mobile', 't2'],
    ['Etisalat', 't2'],
    [' t2 ', 't2'],
  ])('%s is %s', (name, code) => {
    expect(networkCode(name)).toBe(code);
  });
});

describe('phoneSpellings', () => {
  it.each(['08031234567', '+2348031234567', '2348031234567', '8031234567', '0803 123 4567', '\u200e0803\u00a0123\u200b4567'])(
    'of %s are all usual ones',
    (text) =>
      expect(phoneSpellings(text)).toEqual(
        expect.arrayContaining(['+2348031234567', '08031234567', '2348031234567', '8031234567']),
      ),
  );

  it('of another number are itself with and without separators', () =>
    expect(phoneSpellings('+44 20 7946 0958')).toEqual(['+44 20 7946 0958', '+442079460958']));
});

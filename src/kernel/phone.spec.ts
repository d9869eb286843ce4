import { describe, expect, it } from 'vitest';
import { localPhone, networkCode } from './phone.js';

describe('phone numbers', () => {
  it.each(['08031234567', '+2348031234567', '2348031234567', '8031234567', '0803 123 4567', '0803-123-4567'])(
    '%s is 08031234567',
    (text) => {
      expect(localPhone(text)).toBe('08031234567');
    },
  );

  it.each(['', '0803123456', '080312345678', '06031234567', '+4478031234567', '0803123456a'])('%s is none', (text) => {
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

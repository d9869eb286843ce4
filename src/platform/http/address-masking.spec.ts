import { describe, expect, it } from 'vitest';
import { maskAddresses } from './address-masking.js';

describe('maskAddresses', () => {
  it.each([
    ['Mail ada.obi@example.com or call 08031234567.', 'Mail a***@e***.com or call ***4567.'],
    ['+234 803 123 4567', '***4567'],
    ['+2348031234567, 2348031234567', '***4567, ***4567'],
    ['0803-123-4567 (home)', '***4567 (home)'],
    ['+44 20 7946 0958', '***0958'],
    ["o'brien@example.com", 'o***@e***.com'],
    ['{"email":"ada@example.com","mobile":"08031234567"}', '{"email":"a***@e***.com","mobile":"***4567"}'],
    ['àdá@example.ng', 'à***@e***.ng'],
  ])('masks %j', (text, masked) => expect(maskAddresses(text)).toBe(masked));

  it.each([
    '1790000000000',
    '01K9ZD3Y5W8Q2N6T4R7V1XABCD',
    'HM20261120080312345678',
    '9912345678',
    'x08031234567',
    '2026-11-20 10:15:00',
    '0.00',
    '@handle',
  ])('leaves %j', (text) => expect(maskAddresses(text)).toBe(text));

  it('masks the fields of a phone number whatever their form, and user names', () => {
    expect(
      maskAddresses({ result: [{ phoneNumber: '1 23 45', username: 'ada.obi1234', amount: 5, customer_mobile: '' }] }),
    ).toEqual({
      result: [{ phoneNumber: '***2345', username: 'a***', amount: 5, customer_mobile: '' }],
    });
  });
});

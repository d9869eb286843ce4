import { describe, expect, it } from 'vitest';
import { canonicalCountry } from './countries.js';
import { phoneSpellings } from './phone-spellings.js';

describe('canonicalCountry', () => {
  it.each([
    ['NG', 'Nigeria'],
    ['ng', 'Nigeria'],
    ['nigeria', 'Nigeria'],
    ['Nigeria', 'Nigeria'],
    ['Atlantis', 'Atlantis'],
  ])('of %s is %s', (text, country) => expect(canonicalCountry(text)).toBe(country));
});

describe('phoneSpellings', () => {
  it.each(['08031234567', '+2348031234567', '2348031234567', '8031234567', '0803 123 4567'])('of %s are all usual ones', (text) =>
    expect(phoneSpellings(text)).toEqual(
      expect.arrayContaining(['+2348031234567', '08031234567', '2348031234567', '8031234567']),
    ),
  );

  it('of another number are itself with and without separators', () =>
    expect(phoneSpellings('+44 20 7946 0958')).toEqual(['+44 20 7946 0958', '+442079460958']));
});

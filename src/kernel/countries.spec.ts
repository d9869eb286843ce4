import { describe, expect, it } from 'vitest';
import { canonicalCountry } from './countries.js';

describe('canonicalCountry', () => {
  it.each([
    ['NG', 'Nigeria'],
    ['ng', 'Nigeria'],
    ['nigeria', 'Nigeria'],
    ['Nigeria', 'Nigeria'],
    ['Atlantis', 'Atlantis'],
  ])('of %s is %s', (text, country) => expect(canonicalCountry(text)).toBe(country));
});

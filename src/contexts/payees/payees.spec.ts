import { describe, expect, it } from 'vitest';
import { isCalled, type Payee } from './payee.js';

describe('payee', () => {
  it.each([
    ['rent', true],
    ['LANDLORD', true],
    ['ade', true],
    ['adé', true],
    ['ada', false],
  ])('is found by a part of its label or name, whatever the case and accents: %s', (words, expected) => {
    expect(isCalled({ label: 'Landlord, rent', name: 'ADÉ OBI' } as Payee, words)).toBe(expected);
  });
});

import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactText, fromExactText } from './exact-text.js';

describe('exactText', () => {
  it('leaves ordinary ids as they are', () => {
    expect(exactText('T-123 x')).toBe('T-123 x');
  });

  it('ends in no space and can be read back', () => {
    const text = string({ unit: constantFrom('a', ' ', '|') });
    assert(
      property(text, (id) => {
        expect(exactText(id)).not.toMatch(/ $/);
        expect(fromExactText(exactText(id))).toBe(id);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { COMMON_PASSWORDS } from './common-passwords.js';
import { assertGoodPassword } from './password-rules.js';

describe('assertGoodPassword', () => {
  it.each(['Correct-horse-7', 'xK4mWq9z', 'Ọmọluabi9ja', `Aa1${'x'.repeat(125)}`])('accepts %s', (password) => {
    expect(() => assertGoodPassword(password)).not.toThrow();
  });

  it.each(['', 'Short1a', 'nouppercase1', 'NOLOWERCASE1', 'NoDigitsHere', `Aa1${'x'.repeat(126)}`])(
    'refuses %s as weak',
    (password) => {
      expect(() => assertGoodPassword(password)).toThrow(expect.objectContaining({ failure: 'identity.weak_password' }));
    },
  );

  it.each([
    'Password1',
    'P@ssw0rd',
    'Passw0rd123!',
    '123Qwerty',
    'Welcome2026',
    'Chelsea1905',
    '1qaz2WSX',
    'Princ3$$',
    'JESUSisLord7',
  ])('refuses %s as common', (password) => {
    expect(() => assertGoodPassword(password)).toThrow(expect.objectContaining({ failure: 'identity.common_password' }));
  });

  it('COMMON_PASSWORDS has over a thousand lower-case stems', () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThan(1_000);
    expect([...COMMON_PASSWORDS].filter((word) => !/^[a-z0-9]+$/.test(word))).toEqual([]);
  });
});

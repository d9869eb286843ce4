import { describe, expect, it } from 'vitest';
import { Failure } from '../../../kernel/failure.js';
import { COMMON_PASSWORDS } from './common-passwords.js';
import { LISTED_PASSWORDS } from './listed-passwords.js';
import { assertGoodPassword } from './password-rules.js';

/** As people make a common word acceptable. */
function dress(word: string): string {
  return word.length < 8 || !/[0-9]/.test(word) ? `${capitalise(word)}2026` : capitalise(word);
}

function capitalise(word: string): string {
  return word.replace(/[a-z]/, (letter) => letter.toUpperCase());
}

function isRefused(password: string): boolean {
  try {
    assertGoodPassword(password);
    return false;
  } catch (error) {
    return error instanceof Failure;
  }
}

describe('assertGoodPassword', () => {
  it.each(['Correct-horse-7', 'xK4mWq9z', 'Ọmọluabi9ja', `Aa1${'x'.repeat(125)}`])('accepts %s', (password) => {
    expect(() => assertGoodPassword(password)).not.toThrow();
  });

  it.each(['', 'Short1a', 'nouppercase1', 'NOLOWERCASE1', 'NoDigitsHere', `Aa1${'x'.repeat(126)}`])(
    'refuses %s as weak',
    (password) => {
      expect(() => assertGoodPassword(password)).toThrow(expect.objectContaining({ failure: 'sign_in.weak_password' }));
    },
  );

  it.each([
    'Password1',
    'P@ssw0rd',
    'Harmattan2026',
    'H4rmatt4n!1',
    'Harmattanpay1',
    'Passw0rd123!',
    '123Qwerty',
    'Welcome2026',
    'Chelsea1905',
    '1qaz2WSX',
    'Princ3$$',
    'JESUSisLord7',
    'Maverick1988',
    'Qaz2Wsx99',
    'Corvette#1',
    'Bhrh0h2OOf6xbqjeh',
    'VoxStrange2026!',
    '2012Dimazarya',
  ])('refuses %s as common', (password) => {
    expect(() => assertGoodPassword(password)).toThrow(expect.objectContaining({ failure: 'sign_in.common_password' }));
  });

  it('refuses each of over 30,000 listed passwords with a capital and digits', () => {
    const words = LISTED_PASSWORDS.trim().split('\n').join(' ').split(' ');
    expect(words.length).toBeGreaterThan(30_000);
    expect(words.filter((word) => !isRefused(dress(word)))).toEqual([]);
  });

  it('COMMON_PASSWORDS has over 30,000 lower-case stems', () => {
    expect(COMMON_PASSWORDS.size).toBeGreaterThan(30_000);
    expect([...COMMON_PASSWORDS].filter((word) => !/^[a-z0-9]+$/.test(word))).toEqual([]);
  });
});

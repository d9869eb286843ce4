import { describe, expect, it } from 'vitest';
import { Failure } from '../../kernel/failure.js';
import { ZxcvbnBreachedPasswords } from './adapters/zxcvbn-breached-passwords.js';
import { COMMON_WORDS } from './common-passwords.js';
import { assertGoodPassword } from './passwords.js';

const breached = await new ZxcvbnBreachedPasswords().stems();

/** Changes that people make to a common word to get it accepted. */
function dress(word: string): string {
  return word.length < 8 || !/[0-9]/.test(word) ? `${capitalise(word)}2026` : capitalise(word);
}

function capitalise(word: string): string {
  return word.replace(/[a-z]/, (letter) => letter.toUpperCase());
}

function isRefused(password: string): boolean {
  try {
    assertGoodPassword(password, breached);
    return false;
  } catch (error) {
    return error instanceof Failure;
  }
}

describe('assertGoodPassword', () => {
  it.each(['Correct-horse-7', 'xK4mWq9z', 'Ọmọluabi9ja', `Aa1${'x'.repeat(125)}`])('accepts %s', (password) => {
    expect(() => assertGoodPassword(password, breached)).not.toThrow();
  });

  it.each(['', 'Short1a', 'nouppercase1', 'NOLOWERCASE1', 'NoDigitsHere', `Aa1${'x'.repeat(126)}`])(
    'refuses %s as weak',
    (password) => {
      expect(() => assertGoodPassword(password, breached)).toThrow(expect.objectContaining({ failure: 'sign_in.weak_password' }));
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
    expect(() => assertGoodPassword(password, breached)).toThrow(expect.objectContaining({ failure: 'sign_in.common_password' }));
  });

  it('refuses each of over 30,000 listed passwords with a capital and digits', () => {
    expect(breached.size).toBeGreaterThan(30_000);
    expect([...breached].filter((word) => !isRefused(dress(word)))).toEqual([]);
  });

  it('compares with lower-case stems', () => {
    expect([...COMMON_WORDS, ...breached].filter((word) => !/^[a-z0-9]+$/.test(word))).toEqual([]);
  });
});

import { Failure } from '../../../kernel/failure.js';
import { COMMON_WORDS } from './common-passwords.js';
import { signInFailures } from './sign-in.failures.js';

const STRONG = /^(?=.*\p{Lu})(?=.*\p{Ll})(?=.*[0-9]).{8,128}$/su;

export const PASSWORD_HISTORY_LENGTH = 5;

const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** @param breached stems of passwords that are known from breaches. @throws Failure `sign_in.weak_password`, `sign_in.common_password` */
export function assertGoodPassword(password: string, breached: ReadonlySet<string>): void {
  if (!STRONG.test(password)) throw new Failure(signInFailures.weak_password);
  if (isCommon(password, breached)) throw new Failure(signInFailures.common_password);
}

/** Ignores case and surrounding digits and signs, and reads digits as letters. */
function isCommon(password: string, breached: ReadonlySet<string>): boolean {
  const plain = password.toLowerCase();
  const stem = stripDecoration(plain);
  const words = [plain, stem, readLookalikes(plain), readLookalikes(stem)];
  return words.some((word) => COMMON_WORDS.has(word) || breached.has(word));
}

function stripDecoration(word: string): string {
  return word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

function readLookalikes(word: string): string {
  return word.replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign]!);
}

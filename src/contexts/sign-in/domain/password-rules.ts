import { Failure } from '../../../kernel/failure.js';
import { COMMON_PASSWORDS } from './common-passwords.js';
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

/** @throws Failure `sign_in.weak_password`, `sign_in.common_password` */
export function assertGoodPassword(password: string): void {
  if (!STRONG.test(password)) throw new Failure(signInFailures.weak_password);
  if (isCommon(password)) throw new Failure(signInFailures.common_password);
}

/** Ignores case and surrounding digits and signs, and reads digits as letters. */
function isCommon(password: string): boolean {
  const plain = password.toLowerCase();
  const stem = stripDecoration(plain);
  return [plain, stem, readLookalikes(plain), readLookalikes(stem)].some((word) => COMMON_PASSWORDS.has(word));
}

function stripDecoration(word: string): string {
  return word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

function readLookalikes(word: string): string {
  return word.replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign]!);
}

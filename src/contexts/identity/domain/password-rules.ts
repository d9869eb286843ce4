import { Failure } from '../../../kernel/failure.js';
import { COMMON_PASSWORDS } from './common-passwords.js';
import { identityFailures } from './identity.failures.js';

const STRONG = /^(?=.*\p{Lu})(?=.*\p{Ll})(?=.*[0-9]).{8,128}$/su;

/** How many passwords, the present one among them, may not be chosen again. */
export const REMEMBERED_PASSWORDS = 5;

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

/** @throws Failure `identity.weak_password`, `identity.common_password` */
export function assertGoodPassword(password: string): void {
  if (!STRONG.test(password)) throw new Failure(identityFailures.weak_password);
  if (isCommon(password)) throw new Failure(identityFailures.common_password);
}

/** Whether only decoration sets it apart from a common one: case, digits and signs around it, digits for letters. */
function isCommon(password: string): boolean {
  const plain = password.toLowerCase();
  const bare = stripDecoration(plain);
  return [plain, bare, readLookalikes(plain), readLookalikes(bare)].some((word) => COMMON_PASSWORDS.has(word));
}

function stripDecoration(word: string): string {
  return word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

function readLookalikes(word: string): string {
  return word.replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign]!);
}

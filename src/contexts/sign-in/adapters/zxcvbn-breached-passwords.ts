import { BreachedPasswords } from '../passwords.js';
import { stemsOf } from '../common-passwords.js';

/** The 49,233 passwords in zxcvbn, loaded when the first password is checked: 40 ms and 5 MB. */
export class ZxcvbnBreachedPasswords extends BreachedPasswords {
  private loading: Promise<ReadonlySet<string>> | undefined;

  stems(): Promise<ReadonlySet<string>> {
    return (this.loading ??= loadStems());
  }
}

async function loadStems(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return stemsOf(dictionary['passwords-common']);
}

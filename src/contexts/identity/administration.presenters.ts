import { type Kobo, toNaira } from '../../kernel/money.js';
import type { AccountDetails } from './application/ports/account-directory.js';
import type { Profile } from './application/show-profile.js';
import { presentProfile } from './identity.presenters.js';

/** `ada@example.com` is `a***@e***.com`. */
function hideEmail(email: string): string {
  return email.replace(/^(.)[^@]*@(.).*?(\.[^.]+)?$/, '$1***@$2***$3');
}

interface ListedUser {
  readonly account: AccountDetails;
  readonly balanceKobo: Kobo;
  readonly showsEmail: boolean;
}

export function presentUser({ account, balanceKobo, showsEmail }: ListedUser) {
  return {
    marker: account.id,
    userid: account.id,
    firstName: account.firstName,
    lastName: account.lastName,
    emailAddress: showsEmail ? account.email : hideEmail(account.email),
    phoneNumber: account.phoneNumber,
    balance: toNaira(balanceKobo),
    status: account.status,
    recorded: String(account.createdAt),
  };
}

export function presentUserDetails({ profile, showsEmail }: { readonly profile: Profile; readonly showsEmail: boolean }) {
  const shown = presentProfile(profile);
  return showsEmail ? shown : { ...shown, emailAddress: hideEmail(shown.emailAddress) };
}

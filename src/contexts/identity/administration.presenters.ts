import { type Kobo, toNaira } from '../../kernel/money.js';
import type { AccountDetails } from './application/ports/account-directory.js';
import type { LoginRecord } from './application/ports/login-records.js';

/** `ada@example.com` is `a***@e***.com`. */
export function hideEmail(email: string): string {
  return email.replace(/^(.)[^@]*@(.).*?(\.[^.]+)?$/, '$1***@$2***$3');
}

/** @param withEmail false hides the address */
export function presentUser(account: AccountDetails, balanceKobo: Kobo, withEmail: boolean) {
  return {
    marker: account.id,
    userid: account.id,
    firstName: account.firstName,
    lastName: account.lastName,
    emailAddress: withEmail ? account.email : hideEmail(account.email),
    phoneNumber: account.phoneNumber,
    balance: toNaira(balanceKobo),
    status: account.status,
    recorded: String(account.createdAt),
  };
}

export function presentLogin({ id, userId, ip, city, country, device, outcome, createdAt }: LoginRecord) {
  return {
    marker: id,
    userid: userId,
    ip,
    city,
    country,
    devname: device.name,
    devType: device.type,
    devNumr: device.serial,
    outcome,
    recorded: String(createdAt),
  };
}

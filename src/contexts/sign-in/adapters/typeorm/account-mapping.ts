import { emailSkeleton } from '../../../../kernel/email-address.js';
import { sealSelection } from '../../../../platform/crypto/row-seal.js';
import type { RowSeals } from '../../../../platform/crypto/row-seals.js';
import type { AccountDetails } from '../../application/ports/accounts.js';
import { type Account, type AccountStatus, isPhoneProved, maySignIn } from '../../domain/account.js';
import { UserRow } from './sign-in.rows.js';

type Marks = Pick<Account, 'emailVerified' | 'phoneVerified' | 'phoneProved' | 'identityVerified' | 'verifiedNumbers' | 'status'>;
export type SealedAccount = Omit<DetailsRow, 'username' | 'devicesTrustedFrom' | 'activeAt'>;
/** The columns of a row that are no property of an account. */
type Own = 'provedPhone' | 'hasPin' | 'credentialSeal' | 'accountSeal';
type DetailsRow = Omit<UserRow, 'emailSkeleton' | 'passwordHash' | 'googleSub' | 'credentialSeal'>;

/** Undefined credentials where their seal does not fit. */
export async function toAccount(row: UserRow, seals: RowSeals): Promise<Account> {
  const areCredentials = await seals.holds(UserRow, 'credentialSeal', row);
  const { passwordHash, googleSub, emailSkeleton: _skeleton, credentialSeal: _seal, ...rest } = row;
  return {
    ...(await toDetails(rest, seals)),
    devicesTrustedFrom: row.devicesTrustedFrom,
    passwordHash: areCredentials ? (passwordHash ?? undefined) : undefined,
    googleSub: areCredentials ? (googleSub ?? undefined) : undefined,
  };
}

export async function toDetails(row: DetailsRow, seals: RowSeals): Promise<AccountDetails> {
  const isSealed = await seals.holds(UserRow, 'accountSeal', row);
  const { referrerId, provedPhone: _phone, hasPin: _pin, accountSeal: _seal, ...details } = row;
  return {
    ...details,
    phoneProved: isPhoneProved(row),
    ...(isSealed ? {} : untrusted(row)),
    referrerId: referrerId ?? undefined,
  };
}

/** An account that somebody changed in the database: nothing is verified, and nobody signs in until it is looked at. */
export function untrusted({ status }: { readonly status: AccountStatus }): Marks {
  const blocked = maySignIn({ status }) ? 'suspended' : status;
  return {
    emailVerified: false,
    phoneVerified: false,
    phoneProved: false,
    identityVerified: false,
    verifiedNumbers: '',
    status: blocked,
  };
}

export function toRow({ passwordHash, googleSub, referrerId, phoneProved, ...account }: Account, seals: RowSeals): UserRow {
  const row: Omit<UserRow, Exclude<Own, 'provedPhone' | 'hasPin'>> = {
    ...account,
    emailSkeleton: emailSkeleton(account.email),
    passwordHash: passwordHash ?? null,
    googleSub: googleSub ?? null,
    referrerId: referrerId ?? null,
    provedPhone: phoneProved && account.phoneNumber !== '' ? account.phoneNumber : null,
    hasPin: false,
  };
  return { credentialSeal: null, accountSeal: null, ...row, ...seals.of(UserRow, row) };
}

export function accountSelection(table: string, prefix = ''): string {
  return sealSelection(UserRow, 'accountSeal', table, prefix);
}

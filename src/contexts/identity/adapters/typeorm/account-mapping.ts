import type { AccountDetails } from '../../application/ports/account-directory.js';
import type { Account } from '../../domain/account.js';
import type { UserRow } from './user.row.js';

export function toAccount({ passwordHash, googleSub, provedPhone: _, ...row }: UserRow): Account {
  return { ...toDetails(row), passwordHash: passwordHash ?? undefined, googleSub: googleSub ?? undefined };
}

export function toDetails({
  referrerId,
  createdAt,
  ...row
}: Omit<UserRow, 'passwordHash' | 'googleSub' | 'provedPhone'>): AccountDetails {
  return { ...row, referrerId: referrerId ?? undefined, createdAt: createdAt };
}

export function toRow({ passwordHash, googleSub, referrerId, createdAt, ...account }: Account): UserRow {
  return {
    ...account,
    passwordHash: passwordHash ?? null,
    googleSub: googleSub ?? null,
    referrerId: referrerId ?? null,
    provedPhone: account.phoneVerified ? account.phoneNumber : null,
    createdAt: createdAt,
  };
}

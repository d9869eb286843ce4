import type { AccountDetails } from '../../application/ports/account-directory.js';
import type { Account } from '../../domain/account.js';
import type { UserRow } from './user.row.js';

export function toAccount({ passwordHash, ...row }: UserRow): Account {
  return { ...toDetails(row), passwordHash: passwordHash ?? undefined };
}

export function toDetails({ referrerId, createdAt, ...row }: Omit<UserRow, 'passwordHash'>): AccountDetails {
  return { ...row, referrerId: referrerId ?? undefined, createdAt: createdAt };
}

export function toRow({ passwordHash, referrerId, createdAt, ...account }: Account): UserRow {
  return { ...account, passwordHash: passwordHash ?? null, referrerId: referrerId ?? null, createdAt: createdAt };
}

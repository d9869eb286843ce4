import { Injectable } from '@nestjs/common';
import { In, Not } from 'typeorm';
import { Failure, type FailureDefinition } from '../../../../kernel/failure.js';
import { newId } from '../../../../kernel/ids.js';
import { Database } from '../../../../platform/database/database.js';
import { rowLock } from '../../../../platform/database/row-lock.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import type { AccountChanges } from '../../application/ports/account-administration.js';
import { Accounts } from '../../application/ports/accounts.js';
import type { Account } from '../../domain/account.js';
import { identityFailures } from '../../domain/identity.failures.js';
import { PASSWORD_HISTORY_LENGTH } from '../../domain/password-rules.js';
import { userCacheKeys } from '../cache/cached-users.js';
import { CacheInvalidator } from '../cache/cache-invalidator.js';
import { toAccount, toRow } from './account-mapping.js';
import { NameWords } from './name-words.js';
import { PasswordHistoryRow } from './password-history.row.js';
import { UserRow } from './user.row.js';

const CLOSED_NAME = 'Closed account';

@Injectable()
export class TypeormAccounts extends Accounts {
  constructor(
    private readonly database: Database,
    private readonly invalidations: CacheInvalidator,
    private readonly nameWords: NameWords,
  ) {
    super();
  }

  async add(account: Account): Promise<void> {
    await this.unlessEmailTaken(account.email, identityFailures.email_taken, () => this.users.insert(toRow(account)));
    await this.nameWords.put(account);
    if (account.passwordHash !== undefined) await this.remember(account.id, account.passwordHash);
  }

  find(userId: string): Promise<Account | undefined> {
    return this.read({ id: userId });
  }

  findByEmail(email: string): Promise<Account | undefined> {
    return this.read({ email });
  }

  async lock(userId: string): Promise<Account | undefined> {
    const row = await this.users.findOne({ where: { id: userId }, ...rowLock(this.database) });
    return row ? toAccount(row) : undefined;
  }

  async modify(userId: string, changes: AccountChanges): Promise<void> {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const { phoneNumber, phoneVerified } = changes;
    const before = await this.users.findOneByOrFail({ id: userId });
    const present = phoneNumber ?? before.phoneNumber;
    if (phoneVerified === undefined && present === before.phoneNumber) return this.change(userId, given);
    const provedPhone = phoneVerified === true && present !== '' ? present : null;
    const change = () => this.change(userId, { phoneVerified: false, ...given, provedPhone });
    await (provedPhone === null ? change() : this.unlessPhoneTaken(userId, provedPhone, change));
  }

  async setPassword(userId: string, hash: string | undefined): Promise<void> {
    await this.users.update({ id: userId }, { passwordHash: hash ?? null });
    if (hash !== undefined) await this.remember(userId, hash);
  }

  async setGoogleSub(userId: string, sub: string | undefined): Promise<void> {
    await this.users.update({ id: userId }, { googleSub: sub ?? null });
  }

  async distrustDevices(userId: string, now: number): Promise<void> {
    await this.users.update({ id: userId }, { devicesTrustedFrom: now });
  }

  async recentPasswords(userId: string): Promise<string[]> {
    const rows = await this.passwords.find({ where: { userId }, order: { id: 'DESC' }, take: PASSWORD_HISTORY_LENGTH });
    return rows.map((row) => row.passwordHash);
  }

  async verifyEmail(userId: string, email: string): Promise<void> {
    const { affected } = await this.users.update({ id: userId, email, emailVerified: false }, { emailVerified: true });
    if (affected === 0) return;
    const user = await this.users.findOneByOrFail({ id: userId });
    this.database.afterCommit(() => void this.invalidations.publish(userCacheKeys(user)));
  }

  async changeEmail(userId: string, email: string): Promise<void> {
    const change = () => this.change(userId, { email, emailVerified: true, googleSub: null });
    await this.unlessEmailTaken(email, identityFailures.linked_email, change);
  }

  async pseudonymise(userId: string, address: string): Promise<void> {
    await this.change(userId, {
      email: address,
      username: `closed-${userId.toLowerCase()}`,
      firstName: CLOSED_NAME,
      lastName: '',
      phoneNumber: '',
      passwordHash: null,
      googleSub: null,
      emailVerified: false,
      phoneVerified: false,
      provedPhone: null,
      identityVerified: false,
    });
    await this.nameWords.remove(userId);
    await this.passwords.delete({ userId });
  }

  countReferred(userId: string): Promise<number> {
    return this.users.countBy({ referrerId: userId });
  }

  private get users() {
    return this.database.repository(UserRow);
  }

  private get passwords() {
    return this.database.repository(PasswordHistoryRow);
  }

  private async read(where: { id: string } | { email: string }): Promise<Account | undefined> {
    const row = await this.users.findOneBy(where);
    return row ? toAccount(row) : undefined;
  }

  /** Also invalidates the user's cache entries. */
  private async change(userId: string, change: Partial<UserRow>): Promise<void> {
    const before = await this.users.findOneByOrFail({ id: userId });
    const keys = userCacheKeys(before);
    if (change.firstName === undefined && change.lastName === undefined) await this.users.update({ id: userId }, change);
    else await this.rename(userId, change);
    if (change.email !== undefined)
      keys.push(...userCacheKeys({ id: userId, email: change.email, referenceId: before.referenceId }));
    this.database.afterCommit(() => void this.invalidations.publish(keys));
  }

  /** The row lock of the update orders concurrent changes, so that the words are those of the names. */
  private rename(userId: string, change: Partial<UserRow>): Promise<void> {
    return this.database.transaction(async () => {
      await this.users.update({ id: userId }, change);
      await this.nameWords.put(await this.users.findOneByOrFail({ id: userId }));
    });
  }

  /** The unique index decides between concurrent changes to one address. */
  private async unlessEmailTaken(email: string, failure: FailureDefinition, write: () => Promise<unknown>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (isDuplicate(error) && (await this.users.existsBy({ email }))) throw new Failure(failure, { cause: error });
      throw error;
    }
  }

  /** The unique index decides between concurrent proofs; numbers proved before there was one are found by their mark. */
  private async unlessPhoneTaken(userId: string, phoneNumber: string, write: () => Promise<void>): Promise<void> {
    if (await this.users.existsBy({ id: Not(userId), phoneNumber, phoneVerified: true }))
      throw new Failure(identityFailures.phone_taken);
    try {
      await write();
    } catch (error) {
      if (isDuplicate(error)) throw new Failure(identityFailures.phone_taken, { cause: error });
      throw error;
    }
  }

  private async remember(userId: string, passwordHash: string): Promise<void> {
    await this.passwords.insert({ id: newId(), userId, passwordHash });
    const old = await this.passwords.find({
      select: { id: true },
      where: { userId },
      order: { id: 'DESC' },
      skip: PASSWORD_HISTORY_LENGTH,
      take: 100,
    });
    if (old.length > 0) await this.passwords.delete({ id: In(old.map((row) => row.id)) });
  }
}

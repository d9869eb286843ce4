import { Injectable } from '@nestjs/common';
import { In, Not, LessThanOrEqual, type FindOptionsWhere, MoreThan } from 'typeorm';
import { emailSkeleton, normaliseEmail } from '../../kernel/email-address.js';
import { Failure, type FailureDefinition } from '../../kernel/failure.js';
import { newId } from '../../kernel/ids.js';
import { RowSeals } from '../../platform/crypto/row-seals.js';
import { Database } from '../../platform/database/database.js';
import { rowLock } from '../../platform/database/server-dialect.js';
import { isDuplicate } from '../../platform/database/errors.js';
import {
  type AccountChanges,
  Accounts,
  type Account,
  type AccountClosing,
  AccountClosings,
  type Registration,
  Registrations,
} from './accounts.js';
import { signInFailures } from './failures.js';
import { PASSWORD_HISTORY_LENGTH } from './passwords.js';
import { userCacheKeys } from './adapters/cached-users.js';
import { CacheInvalidator } from './adapters/invalidating-cache.js';
import { toAccount, toRow, PasswordHistoryRow, UserRow, AccountClosingRow } from './sign-in.rows.js';
import { NameWords } from './name-words.store.js';

const CLOSED_NAME = 'Closed account';
/** Credentials whose seal does not fit are removed when one of them is set anew. */
const NO_CREDENTIALS = { passwordHash: null, googleSub: null };

@Injectable()
export class TypeormAccounts extends Accounts {
  constructor(
    private readonly database: Database,
    private readonly invalidations: CacheInvalidator,
    private readonly nameWords: NameWords,
    private readonly seals: RowSeals,
  ) {
    super();
  }

  async add(account: Account): Promise<void> {
    await this.unlessEmailTaken(account, signInFailures.email_taken, () => this.users.insert(toRow(account, this.seals)));
    await this.nameWords.put(account);
    if (account.passwordHash !== undefined) await this.remember(account.id, account.passwordHash);
  }

  async find(userId: string): Promise<Account | undefined> {
    return this.account(await this.users.findOneBy({ id: userId }));
  }

  async findByEmail(email: string): Promise<Account | undefined> {
    const row = await this.users.findOneBy({ email });
    // Somebody may have given the account of another this address.
    return row && (await this.seals.holds(UserRow, 'accountSeal', row)) ? this.account(row) : undefined;
  }

  async spelling(email: string): Promise<string> {
    const normal = normaliseEmail(email);
    return normal === email || (await this.users.existsBy({ email })) ? email : normal;
  }

  isTaken(email: string, userId = ''): Promise<boolean> {
    const skeleton = emailSkeleton(email);
    return this.users.existsBy([
      { id: Not(userId), email: In([email, skeleton]) },
      { id: Not(userId), emailSkeleton: skeleton },
    ]);
  }

  async lock(userId: string): Promise<Account | undefined> {
    const row = await this.users.findOne({ where: { id: userId }, ...rowLock(this.database) });
    return this.account(row);
  }

  async modify(userId: string, { phoneProved = true, ...changes }: AccountChanges): Promise<void> {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const { phoneNumber, phoneVerified } = changes;
    const before = await this.users.findOneByOrFail({ id: userId });
    const present = phoneNumber ?? before.phoneNumber;
    if (phoneVerified === undefined && present === before.phoneNumber) return this.change(userId, given);
    const provedPhone = phoneVerified === true && phoneProved && present !== '' ? present : null;
    const change = () => this.change(userId, { phoneVerified: false, ...given, provedPhone });
    await (provedPhone === null ? change() : this.unlessPhoneTaken(change));
  }

  async setPassword(userId: string, hash: string | undefined): Promise<void> {
    await this.seals.update(UserRow, { id: userId }, { passwordHash: hash ?? null }, NO_CREDENTIALS);
    if (hash !== undefined) await this.remember(userId, hash);
  }

  async setGoogleSub(userId: string, sub: string | undefined): Promise<void> {
    await this.seals.update(UserRow, { id: userId }, { googleSub: sub ?? null }, NO_CREDENTIALS);
  }

  async distrustDevices(userId: string, now: number): Promise<void> {
    await this.users.update({ id: userId }, { devicesTrustedFrom: now });
  }

  setCoolingOff(userId: string, until: number): Promise<void> {
    return this.change(userId, { coolingOffUntil: until });
  }

  async recentPasswords(userId: string): Promise<string[]> {
    const rows = await this.passwords.find({ where: { userId }, order: { id: 'DESC' }, take: PASSWORD_HISTORY_LENGTH });
    return rows.map((row) => row.passwordHash);
  }

  async provedAmong(emails: readonly string[]): Promise<ReadonlySet<string>> {
    if (emails.length === 0) return new Set();
    const where = { email: In([...emails]), emailVerified: true };
    return new Set((await this.users.find({ select: { email: true }, where })).map(({ email }) => email));
  }

  async verifyEmail(userId: string, email: string): Promise<void> {
    const user = await this.seals.update(UserRow, { id: userId, email, emailVerified: false }, { emailVerified: true });
    if (!user) return;
    this.database.afterCommit(() => void this.invalidations.publish(userCacheKeys(user)));
  }

  async changeEmail(userId: string, email: string): Promise<void> {
    const change = () => this.change(userId, { email, emailVerified: true, googleSub: null });
    await this.unlessEmailTaken({ id: userId, email }, signInFailures.linked_email, change);
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
      verifiedNumbers: '',
    });
    await this.nameWords.remove(userId);
    await this.passwords.delete({ userId });
  }

  countReferred(userId: string): Promise<number> {
    return this.users.countBy({ referrerId: userId });
  }

  async invitedBy(userId: string, limit: number): Promise<string[]> {
    const select = { id: true } as const;
    const rows = await this.users.find({ select, where: { referrerId: userId }, order: { createdAt: 'DESC' }, take: limit });
    return rows.map(({ id }) => id);
  }

  private get users() {
    return this.database.repository(UserRow);
  }

  private get passwords() {
    return this.database.repository(PasswordHistoryRow);
  }

  private async account(row: UserRow | null): Promise<Account | undefined> {
    return row ? toAccount(row, this.seals) : undefined;
  }

  /** Also invalidates the user's cache entries. */
  private async change(userId: string, given: Partial<UserRow>): Promise<void> {
    const change = given.email === undefined ? given : { ...given, emailSkeleton: emailSkeleton(given.email) };
    const before = await this.users.findOneByOrFail({ id: userId });
    const keys = userCacheKeys(before);
    if (change.firstName === undefined && change.lastName === undefined)
      await this.seals.update(UserRow, { id: userId }, change, NO_CREDENTIALS);
    else await this.rename(userId, change);
    if (change.email !== undefined)
      keys.push(...userCacheKeys({ id: userId, email: change.email, referenceId: before.referenceId }));
    this.database.afterCommit(() => void this.invalidations.publish(keys));
  }

  /** The row lock of the update orders concurrent changes, so that the words are those of the names. */
  private rename(userId: string, change: Partial<UserRow>): Promise<void> {
    return this.database.transaction(async () => {
      await this.seals.update(UserRow, { id: userId }, change, NO_CREDENTIALS);
      await this.nameWords.put(await this.users.findOneByOrFail({ id: userId }));
    });
  }

  /** The unique indexes decide between concurrent changes to one address, or to two that look alike. */
  private async unlessEmailTaken(
    { id, email }: Pick<Account, 'id' | 'email'>,
    failure: FailureDefinition,
    write: () => Promise<unknown>,
  ): Promise<void> {
    if (await this.isTaken(email, id)) throw new Failure(failure);
    try {
      await write();
    } catch (error) {
      if (isDuplicate(error) && (await this.isTaken(email, id))) throw new Failure(failure, { cause: error });
      throw error;
    }
  }

  /** The unique index decides between concurrent proofs. */
  private async unlessPhoneTaken(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      if (isDuplicate(error)) throw new Failure(signInFailures.phone_taken, { cause: error });
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

@Injectable()
export class TypeormAccountClosings extends AccountClosings {
  constructor(private readonly database: Database) {
    super();
  }

  async add(closing: AccountClosing): Promise<void> {
    // Its owner may have come back under a version that does not know closings.
    await this.remove(closing.userId);
    await this.rows.insert(closing);
  }

  async find(userId: string): Promise<AccountClosing | undefined> {
    return (await this.rows.findOneBy({ userId })) ?? undefined;
  }

  async putOff(userId: string, closesAt: number): Promise<void> {
    await this.rows.update({ userId }, { closesAt });
  }

  async remove(userId: string): Promise<void> {
    await this.rows.delete({ userId });
  }

  async due(now: number, limit: number): Promise<string[]> {
    return (await this.read(now, limit)).map(({ userId }) => userId);
  }

  async oldestDue(now: number): Promise<number | undefined> {
    return (await this.read(now, 1))[0]?.closesAt;
  }

  private read(now: number, take: number): Promise<AccountClosingRow[]> {
    const order = { closesAt: 'ASC', userId: 'ASC' } as const;
    return this.rows.find({ where: { closesAt: LessThanOrEqual(now) }, order, take });
  }

  private get rows() {
    return this.database.repository(AccountClosingRow);
  }
}

@Injectable()
export class TypeormRegistrations extends Registrations {
  constructor(private readonly database: Database) {
    super();
  }

  find(userIds: readonly string[]): Promise<Registration[]> {
    return this.read({ id: In([...userIds]) }, userIds.length);
  }

  listAfter(userId: string, limit: number): Promise<Registration[]> {
    return this.read({ id: MoreThan(userId) }, limit);
  }

  count(): Promise<number> {
    return this.users.countBy({ isTest: false });
  }

  async testAccounts(): Promise<string[]> {
    const rows = await this.users.find({ select: { id: true }, where: { isTest: true } });
    return rows.map(({ id }) => id);
  }

  private get users() {
    return this.database.repository(UserRow);
  }

  private async read(where: FindOptionsWhere<UserRow>, take: number): Promise<Registration[]> {
    const select = { id: true, createdAt: true } as const;
    const rows = await this.users.find({ select, where: { ...where, isTest: false }, order: { id: 'ASC' }, take });
    return rows.map(({ id, createdAt }) => ({ userId: id, createdAt }));
  }
}

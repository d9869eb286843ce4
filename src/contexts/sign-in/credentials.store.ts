import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { newId } from '../../kernel/ids.js';
import { RowSeals } from '../../platform/crypto/row-seals.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { Database } from '../../platform/database/database.js';
import { type TransactionPin, TransactionPins, type CodeMailing, type CodeText, VerificationCodes } from './credentials.js';
import { signInFailures } from './failures.js';
import type { PinAttempts } from './transaction-pin.js';
import { CacheInvalidator } from './adapters/invalidating-cache.js';
import { payerCacheKey } from './adapters/cached-users.js';
import { TransactionPinRow, UserRow, CodeMailingRow, MailedCodeRow, UsedIdTokenRow } from './sign-in.rows.js';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type EntityTarget, LessThan, type ObjectLiteral, In } from 'typeorm';
import { HOUR_MS } from '../../kernel/clock.js';
import { type DerivedKey, KeyRing } from '../../platform/crypto/key-ring.js';
import { isDuplicate } from '../../platform/database/errors.js';
import {
  type SentMail,
  asTyped,
  type CodePurpose,
  isLong,
  LONG_CODE_LENGTH,
  LONG_CODE_LETTERS,
  type MailedCode,
} from './verification-code.js';
import { UsedIdTokens } from './accounts.js';
import { type DataSubject, Eraser } from '../../kernel/records.js';
import { Contributes } from '../../kernel/registry.js';
import { tablesOf } from '../../platform/database/table.js';

@Injectable()
export class TypeormTransactionPins extends TransactionPins {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretBox,
    private readonly invalidations: CacheInvalidator,
    private readonly seals: RowSeals,
  ) {
    super();
  }

  async find(userId: string): Promise<TransactionPin | undefined> {
    const row = await this.rows.findOneBy({ userId });
    if (!row) return undefined;
    if (!(await this.seals.holds(TransactionPinRow, 'pinSeal', row))) throw new Failure(signInFailures.pin_untrusted);
    const { id, sealedHash, isEnded, failures, lockedUntil } = row;
    return { userId, id, hash: this.secrets.decrypt(sealedHash, userId), isEnded, failures, lockedUntil };
  }

  async set(userId: string, hash: string): Promise<void> {
    await this.rows.delete({ userId });
    const sealedHash = this.secrets.encrypt(hash, userId);
    const row = { userId, id: newId(), sealedHash, isEnded: false, failures: 0, lockedUntil: 0 };
    await this.rows.insert({ ...row, ...this.seals.of(TransactionPinRow, row) });
    await this.seals.update(UserRow, { id: userId }, { hasPin: true });
    this.changed(userId);
  }

  async remove(userId: string): Promise<void> {
    await this.rows.delete({ userId });
    await this.seals.update(UserRow, { id: userId, hasPin: true }, { hasPin: false });
    this.changed(userId);
  }

  async end(userId: string): Promise<void> {
    await this.seals.update(TransactionPinRow, { userId }, { isEnded: true });
    this.changed(userId);
  }

  async reinstate(userId: string): Promise<void> {
    await this.seals.update(TransactionPinRow, { userId }, { isEnded: false });
    this.changed(userId);
  }

  async replaceAttempts({ userId, id, failures, lockedUntil }: TransactionPin, next: PinAttempts): Promise<boolean> {
    const { affected } = await this.rows.update({ userId, id, failures, lockedUntil }, { ...next });
    this.changed(userId);
    return affected === 1;
  }

  async clearAttempts({ userId, id }: TransactionPin): Promise<void> {
    await this.rows.update({ userId, id }, { failures: 0, lockedUntil: 0 });
    this.changed(userId);
  }

  private changed(userId: string): void {
    this.database.afterCommit(() => void this.invalidations.publish([payerCacheKey(userId)]));
  }

  private get rows() {
    return this.database.repository(TransactionPinRow);
  }
}

const PURPOSE = 'verification codes';

@Injectable()
export class TypeormVerificationCodes extends VerificationCodes {
  constructor(
    private readonly database: Database,
    private readonly ring: KeyRing,
  ) {
    super();
  }

  async list(email: string): Promise<MailedCode[]> {
    const rows = await this.database.repository(MailedCodeRow).findBy({ email });
    return rows.map(({ networkTries, purposes, ...row }) => ({
      ...row,
      purposes: purposes.split(',') as CodePurpose[],
      triesByNetwork: JSON.parse(networkTries) as Record<string, number>,
    }));
  }

  replace(previous: MailedCode | undefined, { triesByNetwork, purposes, ...code }: MailedCode): Promise<boolean> {
    const row = { ...code, purposes: purposes.join(), networkTries: JSON.stringify(triesByNetwork) };
    const { email, slot } = code;
    return this.compareAndSet(MailedCodeRow, previous && { email, slot, version: previous.version }, row);
  }

  textOf(code: CodeText): string {
    return textUnder(this.ring.current(PURPOSE), code);
  }

  matches(code: CodeText, typed: string): boolean {
    const tried = Buffer.from(asTyped(typed));
    return this.ring.keys(PURPOSE).some((key) => {
      const expected = Buffer.from(textUnder(key, code));
      return expected.length === tried.length && timingSafeEqual(expected, tried);
    });
  }

  /** Changes also the version, because a try that is counted meanwhile writes the whole row. */
  async use({ email, slot, id }: Pick<MailedCode, 'email' | 'slot' | 'id'>): Promise<boolean> {
    const codes = this.database.repository(MailedCodeRow);
    const used = { used: true, version: () => 'version + 1' };
    const { affected } = await codes.update({ email, slot, id, used: false }, used);
    return affected === 1;
  }

  async findMailing(email: string): Promise<CodeMailing> {
    const row = await this.database.repository(CodeMailingRow).findOneBy({ email });
    return { sent: JSON.parse(row?.sent ?? '[]') as SentMail[], version: row?.version ?? 0 };
  }

  replaceMailing(email: string, { version }: CodeMailing, sent: readonly SentMail[]): Promise<boolean> {
    const row = { email, sent: JSON.stringify(sent), version: version + 1, lastAt: sent.at(-1)?.at ?? 0 };
    return this.compareAndSet(CodeMailingRow, version === 0 ? undefined : { email, version }, row);
  }

  async removeExpired(now: number, limit: number): Promise<number> {
    const [codes, mailings] = [this.database.repository(MailedCodeRow), this.database.repository(CodeMailingRow)];
    const removed = [
      await codes.remove(await codes.find({ where: { expires: LessThan(now) }, take: limit })),
      await mailings.remove(await mailings.find({ where: { lastAt: LessThan(now - HOUR_MS) }, take: limit })),
    ];
    return Math.max(...removed.map(({ length }) => length));
  }

  /** Inserts where there was no row. */
  private async compareAndSet<Row extends ObjectLiteral>(
    entity: EntityTarget<Row>,
    expected: Partial<Row> | undefined,
    row: Row,
  ): Promise<boolean> {
    const rows = this.database.repository<ObjectLiteral>(entity);
    if (expected) return (await rows.update(expected, row)).affected === 1;
    try {
      await rows.insert(row);
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }
}

/** Bound to the address: a writer of SQL could otherwise give the code of an own address to another one. */
function textUnder({ bytes }: DerivedKey, code: CodeText): string {
  const { email, slot, id } = code;
  const digest = createHmac('sha256', bytes)
    .update(JSON.stringify([email, slot, id]))
    .digest();
  if (!isLong(code)) return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
  return Array.from(digest.subarray(0, LONG_CODE_LENGTH), (byte) => LONG_CODE_LETTERS[byte % LONG_CODE_LETTERS.length]).join('');
}

@Injectable()
export class TypeormUsedIdTokens extends UsedIdTokens {
  constructor(private readonly database: Database) {
    super();
  }

  /** The primary key decides between processes. */
  async use(digest: string, expires: number): Promise<boolean> {
    try {
      await this.rows.insert({ digest, expires });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async removeExpired(before: number, limit: number): Promise<number> {
    const rows = await this.rows.find({ where: { expires: LessThan(before) }, take: limit });
    if (rows.length > 0) await this.rows.delete({ digest: In(rows.map((row) => row.digest)) });
    return rows.length;
  }

  private get rows() {
    return this.database.repository(UsedIdTokenRow);
  }
}

/** Codes and the transaction PIN; the rest goes with the account itself. */
@Injectable()
@Contributes(Eraser)
export class TypeormSignInEraser extends Eraser {
  readonly tables = tablesOf(MailedCodeRow, CodeMailingRow, TransactionPinRow);

  constructor(
    private readonly database: Database,
    private readonly pins: TransactionPins,
  ) {
    super();
  }

  async erase({ userId, email }: DataSubject): Promise<void> {
    for (const row of [MailedCodeRow, CodeMailingRow]) await this.database.repository(row).delete({ email });
    await this.pins.remove(userId);
  }
}

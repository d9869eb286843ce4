import { Injectable } from '@nestjs/common';
import { Failure } from '../../../../kernel/failure.js';
import { newId } from '../../../../kernel/ids.js';
import { RowSeals } from '../../../../platform/crypto/row-seals.js';
import { SecretBox } from '../../../../platform/crypto/secret-box.js';
import { Database } from '../../../../platform/database/database.js';
import { type TransactionPin, TransactionPins } from '../../application/ports/credentials.js';
import { signInFailures } from '../../domain/sign-in.failures.js';
import type { PinAttempts } from '../../domain/transaction-pin.js';
import { CacheInvalidator } from '../cache/cache-invalidator.js';
import { payerCacheKey } from '../cache/cached-users.js';
import { TransactionPinRow, UserRow } from './sign-in.rows.js';

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

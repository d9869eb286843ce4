import { Entity, Index, LessThan, PrimaryColumn } from 'typeorm';
import { RowSeal, Unsealed, sealOf } from '../../platform/crypto/row-seal.js';
import { PrimaryIdColumn, TextColumn, TimeColumn } from '../../platform/database/columns.js';
import { Injectable } from '@nestjs/common';
import { Clock, MINUTE_MS } from '../../kernel/clock.js';
import { RowSeals } from '../../platform/crypto/row-seals.js';
import { Database } from '../../platform/database/database.js';
import { KeyLoader } from '../../platform/database/key-loader.js';
import { tableOf, tablesOf } from '../../platform/database/table.js';
import { Banks } from './banks.js';
import { type ResolvedAccount, ResolvedAccounts } from './account-names.js';
import { type DataSubject, Eraser } from '../../kernel/records.js';
import { Contributes } from '../../kernel/registry.js';
import { isDuplicate } from '../../platform/database/errors.js';
import { type BankAccount, PayoutRecipients } from './payout-provider.js';

@Entity('resolved_account')
@RowSeal<ResolvedAccountRow>('nameSeal', ['name'])
@Unsealed<ResolvedAccountRow>({ resolvedAt: 'only says when the bank is asked again' })
@Index('resolved_account_resolved', ['resolvedAt'])
export class ResolvedAccountRow {
  @PrimaryIdColumn('user_id') userId: string;
  @TextColumn('bank_code', 48, { primary: true }) bankCode: string;
  @TextColumn('account', 16, { primary: true }) account: string;
  @TextColumn('name', 160) name: string;
  @TimeColumn('resolved_at') resolvedAt: number;
  @TextColumn('name_seal', 64, { nullable: true }) nameSeal: string | null;
}

const KEPT_MS = 15 * MINUTE_MS;

const TABLE = tableOf(ResolvedAccountRow);
const SEAL = sealOf(ResolvedAccountRow, 'nameSeal');

@Injectable()
export class TypeormResolvedAccounts extends ResolvedAccounts {
  private readonly stored: KeyLoader<ResolvedAccountRow, 'userId' | 'bankCode' | 'account', 'name' | 'resolvedAt' | 'nameSeal'>;

  constructor(
    private readonly database: Database,
    private readonly seals: RowSeals,
    private readonly banks: Banks,
    private readonly clock: Clock,
  ) {
    super();
    this.stored = new KeyLoader(database, TABLE, ['userId', 'bankCode', 'account'], ['name', 'resolvedAt', 'nameSeal']);
  }

  async find(userId: string, code: string, account: string): Promise<ResolvedAccount | undefined> {
    const [row, bank] = await Promise.all([this.stored.get({ userId, bankCode: code, account }), this.banks.find(code)]);
    // A name that was changed in the database is asked for again.
    if (!row || !bank || row.resolvedAt < this.oldest || !(await this.seals.fits(SEAL, row))) return undefined;
    return { bank, account, name: row.name, resolvedAt: row.resolvedAt };
  }

  async keep(userId: string, code: string, account: string, name: string): Promise<void> {
    const row = { userId, bankCode: code, account, name, resolvedAt: this.clock.now() };
    await this.rows
      .createQueryBuilder()
      .insert()
      .values({ ...row, ...this.seals.of(ResolvedAccountRow, row) })
      .orUpdate(['name', 'resolved_at', 'name_seal'], ['user_id', 'bank_code', 'account'])
      .updateEntity(false)
      .execute();
  }

  async forget(): Promise<number> {
    return (await this.rows.delete({ resolvedAt: LessThan(this.oldest) })).affected ?? 0;
  }

  private get oldest(): number {
    return this.clock.now() - KEPT_MS;
  }

  private get rows() {
    return this.database.repository(ResolvedAccountRow);
  }
}

@Injectable()
@Contributes(Eraser)
export class ResolvedNamesEraser extends Eraser {
  readonly tables = tablesOf(ResolvedAccountRow);

  constructor(private readonly database: Database) {
    super();
  }

  /** A quarter of an hour of enquiries, at most twenty a minute. */
  async erase({ userId }: DataSubject): Promise<void> {
    await this.database.repository(ResolvedAccountRow).delete({ userId });
  }
}

/** An account as a provider calls it. */
@Entity('payout_recipient')
@RowSeal<PayoutRecipientRow>('recipientSeal', ['recipient'])
@Unsealed<PayoutRecipientRow>({ createdAt: 'is only shown' })
@Index('payout_recipient_recipient', ['provider', 'recipient'], { unique: true })
export class PayoutRecipientRow {
  @PrimaryIdColumn('provider') provider: string;
  /** The provider's own. */
  @PrimaryColumn({ name: 'bank_code', type: 'varchar', length: 16 }) bankCode: string;
  @PrimaryColumn({ name: 'account', type: 'varchar', length: 10 }) account: string;
  @TextColumn('recipient', 99) recipient: string;
  @TimeColumn('recorded') createdAt: number;
  @TextColumn('recipient_seal', 64, { nullable: true }) recipientSeal: string | null;
}

@Injectable()
export class TypeormPayoutRecipients extends PayoutRecipients {
  constructor(
    private readonly database: Database,
    private readonly seals: RowSeals,
    private readonly clock: Clock,
  ) {
    super();
  }

  async find(provider: string, { bankCode, account }: BankAccount): Promise<string | undefined> {
    const found = await this.rows.findOneBy({ provider, bankCode, account });
    return found && (await this.isTrusted(found)) ? found.recipient : undefined;
  }

  async accountOf(provider: string, recipient: string): Promise<BankAccount | undefined> {
    const found = await this.rows.findOneBy({ provider, recipient });
    // The database compares texts without case.
    if (found?.recipient !== recipient || !(await this.isTrusted(found))) return undefined;
    return { bankCode: found.bankCode, account: found.account };
  }

  async keep(provider: string, { bankCode, account }: BankAccount, recipient: string): Promise<void> {
    const key = { provider, bankCode, account };
    const seal = this.seals.of(PayoutRecipientRow, { ...key, recipient });
    try {
      await this.rows.insert({ ...key, recipient, ...seal, createdAt: this.clock.now() });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      await this.rows.update(key, { recipient, ...seal });
    }
  }

  async forget(provider: string, { bankCode, account }: BankAccount): Promise<void> {
    await this.rows.delete({ provider, bankCode, account });
  }

  /** An untrusted recipient is made anew at the provider. */
  private isTrusted(row: PayoutRecipientRow): Promise<boolean> {
    return this.seals.holds(PayoutRecipientRow, 'recipientSeal', row);
  }

  private get rows() {
    return this.database.repository(PayoutRecipientRow);
  }
}

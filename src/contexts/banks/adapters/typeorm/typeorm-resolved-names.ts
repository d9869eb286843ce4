import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Clock, MINUTE_MS } from '../../../../kernel/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { KeyLoader } from '../../../../platform/database/key-loader.js';
import { tableOf } from '../../../../platform/database/table.js';
import { BankDirectory, type ResolvedAccount } from '../../application/ports.js';
import { ResolvedNames } from '../../application/resolved-names.js';
import { ResolvedAccountRow } from './resolved-account.row.js';

const KEPT_MS = 15 * MINUTE_MS;

const TABLE = tableOf(ResolvedAccountRow);

@Injectable()
export class TypeormResolvedNames extends ResolvedNames {
  private readonly stored: KeyLoader<ResolvedAccountRow, 'userId' | 'bankCode' | 'account', 'name' | 'resolvedAt'>;

  constructor(
    private readonly database: Database,
    private readonly banks: BankDirectory,
    private readonly clock: Clock,
  ) {
    super();
    this.stored = new KeyLoader(database, TABLE, ['userId', 'bankCode', 'account'], ['name', 'resolvedAt']);
  }

  async find(userId: string, code: string, account: string): Promise<ResolvedAccount | undefined> {
    const [row, bank] = await Promise.all([this.stored.get({ userId, bankCode: code, account }), this.banks.find(code)]);
    if (!row || !bank || row.resolvedAt < this.oldest) return undefined;
    return { bank, account, name: row.name, resolvedAt: row.resolvedAt };
  }

  async keep(userId: string, code: string, account: string, name: string): Promise<void> {
    await this.rows
      .createQueryBuilder()
      .insert()
      .values({ userId, bankCode: code, account, name, resolvedAt: this.clock.now() })
      .orUpdate(['name', 'resolved_at'], ['user_id', 'bank_code', 'account'])
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

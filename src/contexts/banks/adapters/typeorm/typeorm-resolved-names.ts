import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Clock, MINUTE_MS } from '../../../../kernel/clock.js';
import { sealOf } from '../../../../platform/crypto/row-seal.js';
import { RowSeals } from '../../../../platform/crypto/row-seals.js';
import { Database } from '../../../../platform/database/database.js';
import { KeyLoader } from '../../../../platform/database/key-loader.js';
import { tableOf } from '../../../../platform/database/table.js';
import { BankDirectory, type ResolvedAccount } from '../../application/ports.js';
import { ResolvedNames } from '../../application/resolved-names.js';
import { ResolvedAccountRow } from './resolved-account.row.js';

const KEPT_MS = 15 * MINUTE_MS;

const TABLE = tableOf(ResolvedAccountRow);
const SEAL = sealOf(ResolvedAccountRow, 'nameSeal');

@Injectable()
export class TypeormResolvedNames extends ResolvedNames {
  private readonly stored: KeyLoader<ResolvedAccountRow, 'userId' | 'bankCode' | 'account', 'name' | 'resolvedAt' | 'nameSeal'>;

  constructor(
    private readonly database: Database,
    private readonly seals: RowSeals,
    private readonly banks: BankDirectory,
    private readonly clock: Clock,
  ) {
    super();
    this.stored = new KeyLoader(database, TABLE, ['userId', 'bankCode', 'account'], ['name', 'resolvedAt', 'nameSeal']);
  }

  async find(userId: string, code: string, account: string): Promise<ResolvedAccount | undefined> {
    const [row, bank] = await Promise.all([this.stored.get({ userId, bankCode: code, account }), this.banks.find(code)]);
    // What was changed in the database is asked for again.
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

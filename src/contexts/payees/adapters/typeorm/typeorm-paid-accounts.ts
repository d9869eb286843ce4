import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Clock } from '../../../../kernel/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { insertNew } from '../../../../platform/database/insert-new.js';
import { PaidAccounts } from '../../application/ports.js';
import { PaidAccountRow } from './payee.rows.js';

@Injectable()
export class TypeormPaidAccounts extends PaidAccounts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async add(userId: string, bankCode: string, account: string): Promise<boolean> {
    if (await this.rows.existsBy({ userId, bankCode, account })) return false;
    const columns = ['user_id', 'bank_code', 'account', 'recorded'];
    await insertNew(this.database, 'paid_account', columns, [[userId, bankCode, account, this.clock.now()]]);
    return true;
  }

  async shared(userId: string, others: readonly string[]): Promise<boolean> {
    const paid = await this.rows.find({ select: { bankCode: true, account: true }, where: { userId } });
    if (paid.length === 0 || others.length === 0) return false;
    return this.rows.existsBy(paid.map(({ bankCode, account }) => ({ userId: In([...others]), bankCode, account })));
  }

  private get rows() {
    return this.database.repository(PaidAccountRow);
  }
}

import { Injectable } from '@nestjs/common';
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
    if (await this.database.repository(PaidAccountRow).existsBy({ userId, bankCode, account })) return false;
    const columns = ['user_id', 'bank_code', 'account', 'recorded'];
    await insertNew(this.database, 'paid_account', columns, [[userId, bankCode, account, this.clock.now()]]);
    return true;
  }
}

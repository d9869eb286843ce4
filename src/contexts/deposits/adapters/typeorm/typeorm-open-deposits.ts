import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { OpenDeposits } from '../../application/ports/open-deposits.js';
import { DepositOrderRow } from './deposit-order.row.js';

@Injectable()
export class TypeormOpenDeposits extends OpenDeposits {
  constructor(private readonly database: Database) {
    super();
  }

  count(): Promise<number> {
    return this.database.repository(DepositOrderRow).countBy({ status: 'pending' });
  }
}

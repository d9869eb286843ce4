import { Injectable } from '@nestjs/common';
import { In, Not } from 'typeorm';
import { Database } from '../../../../platform/database/database.js';
import { OpenDeposits } from '../../application/ports.js';
import { DepositOrderRow } from './deposits.rows.js';

@Injectable()
export class TypeormOpenDeposits extends OpenDeposits {
  constructor(private readonly database: Database) {
    super();
  }

  count(except: readonly string[]): Promise<number> {
    return this.database
      .repository(DepositOrderRow)
      .countBy({ status: 'pending', ...(except.length > 0 ? { userId: Not(In([...except])) } : {}) });
  }
}

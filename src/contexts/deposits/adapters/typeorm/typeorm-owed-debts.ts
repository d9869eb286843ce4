import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { ClosingObstacleSource } from '../../../accounts/index.js';
import { DepositPaymentRow } from './deposits.rows.js';

/** Who owes what a reversed payment brought has an account until that is recovered or written off. */
@Injectable()
@Contributes(ClosingObstacleSource)
export class TypeormOwedDebts extends ClosingObstacleSource {
  readonly obstacle = 'debt';

  constructor(private readonly database: Database) {
    super();
  }

  exists(userId: string): Promise<boolean> {
    return this.database.repository(DepositPaymentRow).existsBy({ debt: 'owed', debtorId: userId });
  }
}

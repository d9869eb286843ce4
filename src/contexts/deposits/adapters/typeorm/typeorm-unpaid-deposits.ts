import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { ClosingObstacleSource } from '../../../accounts/index.js';
import { DepositOrderRow } from './deposits.rows.js';

/** Orders that may still be paid keep an account from being closed. */
@Injectable()
@Contributes(ClosingObstacleSource)
export class TypeormUnpaidDeposits extends ClosingObstacleSource {
  readonly obstacle = 'deposit';

  constructor(private readonly database: Database) {
    super();
  }

  exists(userId: string): Promise<boolean> {
    return this.database.repository(DepositOrderRow).existsBy({ userId, status: 'pending' });
  }
}

import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { ClosingObstacleSource } from '../../../accounts/index.js';
import { PayoutRow } from './payout.rows.js';

/** Payouts without an outcome keep an account from being closed. */
@Injectable()
@Contributes(ClosingObstacleSource)
export class TypeormUndecidedPayouts extends ClosingObstacleSource {
  readonly obstacle = 'payout';

  constructor(private readonly database: Database) {
    super();
  }

  exists(userId: string): Promise<boolean> {
    return this.database.repository(PayoutRow).existsBy({ userId, status: 'pending' });
  }
}

import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { ClosingObstacleSource } from '../../../accounts/index.js';
import { PurchaseRow } from './purchase.rows.js';

/** Purchases without an outcome keep an account from being closed. */
@Injectable()
@Contributes(ClosingObstacleSource)
export class TypeormUndecidedPurchases extends ClosingObstacleSource {
  readonly obstacle = 'purchase';

  constructor(private readonly database: Database) {
    super();
  }

  exists(userId: string): Promise<boolean> {
    return this.database.repository(PurchaseRow).existsBy({ userId, status: 'pending' });
  }
}

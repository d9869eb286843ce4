import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { type KeyedLog, UnsettledMoneySource } from '../../../system-logs/index.js';
import { UNDECIDED_LOG } from '../../domain/system-log-keys.js';
import { PurchaseRow } from './purchase.rows.js';

/** Logs of undecided purchases: the money is held until one is settled. */
@Injectable()
@Contributes(UnsettledMoneySource)
export class TypeormUndecidedLogs extends UnsettledMoneySource {
  constructor(private readonly database: Database) {
    super();
  }

  async isUnsettled({ key }: KeyedLog): Promise<boolean> {
    if (!key.startsWith(UNDECIDED_LOG)) return false;
    return this.database.repository(PurchaseRow).existsBy({ id: key.slice(UNDECIDED_LOG.length), status: 'pending' });
  }
}

import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Contributes } from '../../../../kernel/registry.js';
import type { RecordReference } from '../../../../kernel/staff-records.js';
import { Database } from '../../../../platform/database/database.js';
import { type KeyedLog, type MoneyState, UnsettledMoneySource } from '../../../system-logs/index.js';
import { UNDECIDED_LOG } from '../../domain/system-log-keys.js';
import { PurchaseRow } from './purchase.rows.js';

/** Logs of undecided purchases: the money is held until one is settled. */
@Injectable()
@Contributes(UnsettledMoneySource)
export class TypeormUndecidedLogs extends UnsettledMoneySource {
  override readonly prefix = UNDECIDED_LOG;

  constructor(private readonly database: Database) {
    super();
  }

  override async statesOf(logs: readonly KeyedLog[]): Promise<ReadonlyMap<string, MoneyState>> {
    const ids = logs.map(({ key }) => key.slice(UNDECIDED_LOG.length));
    const select = { id: true, status: true, nextQueryAt: true } as const;
    const purchases = await this.database.repository(PurchaseRow).find({ select, where: { id: In(ids) } });
    return new Map(purchases.map((purchase) => [`${UNDECIDED_LOG}${purchase.id}`, stateOf(purchase)]));
  }

  override async keyOf({ kind, id }: RecordReference): Promise<string | undefined> {
    return kind === 'purchase' ? `${UNDECIDED_LOG}${id}` : undefined;
  }
}

/** One that is still asked about does not wait among the undecided. */
function stateOf({ status, nextQueryAt }: Pick<PurchaseRow, 'status' | 'nextQueryAt'>): MoneyState {
  if (status !== 'pending') return 'settled';
  return nextQueryAt === null ? 'queued' : 'open';
}

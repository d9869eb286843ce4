import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, MoreThan } from 'typeorm';
import { kobo } from '../../../../kernel/money.js';
import { Database } from '../../../../platform/database/database.js';
import { PurchaseSummaries, type PurchaseSummary } from '../../application/ports.js';
import { PurchaseRow } from './purchase.rows.js';

const SELECT = {
  id: true,
  userId: true,
  status: true,
  amountKobo: true,
  feeKobo: true,
  surchargeKobo: true,
  commissionKobo: true,
  createdAt: true,
} as const;

@Injectable()
export class TypeormPurchaseSummaries extends PurchaseSummaries {
  constructor(private readonly database: Database) {
    super();
  }

  find(purchaseIds: readonly string[]): Promise<PurchaseSummary[]> {
    return this.read({ id: In([...purchaseIds]) }, purchaseIds.length);
  }

  listAfter(purchaseId: string, limit: number): Promise<PurchaseSummary[]> {
    return this.read({ id: MoreThan(purchaseId) }, limit);
  }

  count(): Promise<number> {
    return this.database.repository(PurchaseRow).count();
  }

  countOpen(): Promise<number> {
    // A range of the index: settled purchases have no next query.
    return this.database.repository(PurchaseRow).countBy({ nextQueryAt: MoreThan(0) });
  }

  private async read(where: FindOptionsWhere<PurchaseRow>, take: number): Promise<PurchaseSummary[]> {
    const rows = await this.database.repository(PurchaseRow).find({ select: SELECT, where, order: { id: 'ASC' }, take });
    return rows.map((row) => ({
      purchaseId: row.id,
      userId: row.userId,
      status: row.status,
      amountKobo: kobo(row.amountKobo),
      revenueKobo: kobo(row.commissionKobo + row.feeKobo + row.surchargeKobo),
      createdAt: row.createdAt,
    }));
  }
}

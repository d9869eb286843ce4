import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Charge } from '../../../../kernel/charges.js';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { ChargedPaymentSource } from '../../../tariffs/index.js';
import { chargesOf } from './purchase-mapping.js';
import { PurchaseRow } from './purchase.rows.js';

const SELECT = { id: true, charges: true, amountKobo: true, feeKobo: true, surchargeKobo: true } as const;

@Injectable()
@Contributes(ChargedPaymentSource)
export class TypeormChargedPurchases extends ChargedPaymentSource {
  constructor(private readonly database: Database) {
    super();
  }

  async chargesOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly Charge[]>> {
    const rows = await this.database.repository(PurchaseRow).find({ select: SELECT, where: { id: In([...ids]) } });
    return new Map(rows.map((row) => [row.id, chargesOf(row)]));
  }
}

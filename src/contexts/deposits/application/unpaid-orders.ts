import { Injectable } from '@nestjs/common';
import { formatNaira } from '../../../kernel/money.js';
import { Contributes } from '../../../kernel/registry.js';
import { type ActivityEntry, ActivitySource } from '../../wallet/index.js';
import type { DepositOrder, DepositStatus } from '../domain/deposit-order.js';
import { DepositOrders } from './ports.js';

/** Paid orders are in the ledger. */
const UNPAID: readonly DepositStatus[] = ['pending', 'failed', 'expired'];

@Injectable()
@Contributes(ActivitySource)
export class UnpaidOrders extends ActivitySource {
  constructor(private readonly orders: DepositOrders) {
    super();
  }

  async list(userId: string, before: number | undefined, limit: number): Promise<ActivityEntry[]> {
    return (await this.orders.listBefore({ userId, statuses: UNPAID }, before, limit)).map(entryOf);
  }
}

function entryOf({ id, userId, amountKobo, status, createdAt }: DepositOrder): ActivityEntry {
  const description = `Deposit order of ${formatNaira(amountKobo)}`;
  return {
    kind: 'deposit',
    id,
    userId,
    description,
    amountKobo,
    direction: status === 'pending' ? 'pending' : 'failed',
    createdAt,
  };
}

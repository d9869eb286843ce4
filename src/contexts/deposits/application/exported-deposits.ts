import { Injectable } from '@nestjs/common';
import { isoTime } from '../../../kernel/clock.js';
import { toNaira } from '../../../kernel/money.js';
import { readAll } from '../../../kernel/pagination.js';
import { type DataPart, PersonalDataSource } from '../../../kernel/personal-data.js';
import { Contributes } from '../../../kernel/registry.js';
import { DepositOrders } from './ports.js';

@Injectable()
@Contributes(PersonalDataSource)
export class ExportedDeposits extends PersonalDataSource {
  constructor(private readonly orders: DepositOrders) {
    super();
  }

  readonly parts: readonly DataPart[] = [{ name: 'deposits', rows: (userId) => this.rows(userId) }];

  private async *rows(userId: string) {
    for await (const order of readAll((page) => this.orders.list({ userId }, page)))
      yield {
        at: isoTime(order.createdAt),
        reference: order.id,
        announced: toNaira(order.amountKobo),
        received: toNaira(order.receivedKobo),
        account: { number: order.accountNumber, name: order.accountName, bank: order.bankName },
        expiresAt: isoTime(order.expiresAt),
        status: order.status,
      };
  }
}

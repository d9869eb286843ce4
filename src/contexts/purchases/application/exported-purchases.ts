import { Injectable } from '@nestjs/common';
import { itemised } from '../../../kernel/charges.js';
import { isoTime } from '../../../kernel/clock.js';
import { toNaira } from '../../../kernel/money.js';
import { readAll } from '../../../kernel/pagination.js';
import { type DataPart, PersonalDataSource } from '../../../kernel/personal-data.js';
import { Contributes } from '../../../kernel/registry.js';
import { Purchases } from './ports.js';

/** Without PINs and tokens, which the app shows one by one. */
@Injectable()
@Contributes(PersonalDataSource)
export class ExportedPurchases extends PersonalDataSource {
  constructor(private readonly purchases: Purchases) {
    super();
  }

  readonly parts: readonly DataPart[] = [{ name: 'purchases', rows: (userId) => this.rows(userId) }];

  private async *rows(userId: string) {
    for await (const purchase of readAll((page) => this.purchases.list(userId, page, false)))
      yield {
        at: isoTime(purchase.createdAt),
        reference: purchase.reference,
        kind: purchase.kind,
        biller: purchase.billerName,
        item: purchase.itemName,
        customer: purchase.customer,
        amount: toNaira(purchase.amountKobo),
        ...itemised(purchase),
        status: purchase.status,
        message: purchase.responseMessage,
      };
  }
}

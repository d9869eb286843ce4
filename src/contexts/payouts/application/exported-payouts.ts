import { Injectable } from '@nestjs/common';
import { itemised } from '../../../kernel/charges.js';
import { isoTime } from '../../../kernel/clock.js';
import { toNaira } from '../../../kernel/money.js';
import { readAll } from '../../../kernel/pagination.js';
import { type DataPart, PersonalDataSource } from '../../../kernel/personal-data.js';
import { Contributes } from '../../../kernel/registry.js';
import { SHOWN_STATUS } from '../domain/payout.js';
import { Payouts } from './ports.js';

@Injectable()
@Contributes(PersonalDataSource)
export class ExportedPayouts extends PersonalDataSource {
  constructor(private readonly payouts: Payouts) {
    super();
  }

  readonly parts: readonly DataPart[] = [{ name: 'payouts', rows: (userId) => this.rows(userId) }];

  private async *rows(userId: string) {
    for await (const payout of readAll((page) => this.payouts.list({ userId }, page)))
      yield {
        at: isoTime(payout.createdAt),
        reference: payout.reference,
        bank: payout.bankName,
        account: payout.account,
        name: payout.name,
        amount: toNaira(payout.amountKobo),
        ...itemised(payout),
        note: payout.note,
        session: payout.sessionId,
        status: SHOWN_STATUS[payout.status],
        message: payout.responseMessage,
      };
  }
}

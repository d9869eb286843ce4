import { type Page, type PageRequest, readAll } from '../../kernel/pagination.js';
import { type Payout, type PayoutStatus, Payouts, SHOWN_STATUS } from './payouts.js';
import { Injectable } from '@nestjs/common';
import { type Charge, itemised } from '../../kernel/charges.js';
import { Contributes } from '../../kernel/registry.js';
import type { OrderAttempts } from '../attempts/index.js';
import { ChargedPaymentSource } from '../tariffs/index.js';
import { isoTime } from '../../kernel/clock.js';
import { toNaira } from '../../kernel/money.js';
import { type DataPart, PersonalDataSource } from '../../kernel/personal-data.js';

export interface PayoutRecord extends OrderAttempts {
  readonly payout: Payout;
}

/** All conditions hold. */
export interface PayoutFilter {
  readonly id?: string;
  readonly userId?: string;
  readonly account?: string;
  /** Ours or the provider's of any attempt, or the rail's. */
  readonly reference?: string;
  readonly status?: PayoutStatus;
  /** Pending, and nobody asks any more. */
  readonly isUndecided?: true;
}

export abstract class PayoutRecords {
  abstract list(filter: PayoutFilter, page: PageRequest): Promise<Page<PayoutRecord>>;
}

@Injectable()
@Contributes(ChargedPaymentSource)
export class ChargedPayouts extends ChargedPaymentSource {
  constructor(private readonly payouts: Payouts) {
    super();
  }

  async chargesOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly Charge[]>> {
    return new Map([...(await this.payouts.findAll(ids))].map(([id, { charges }]) => [id, charges]));
  }
}

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

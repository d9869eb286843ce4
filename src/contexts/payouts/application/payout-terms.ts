import { Injectable } from '@nestjs/common';
import type { Charge } from '../../../kernel/charges.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import type { Kobo } from '../../../kernel/money.js';
import { type Bank, Banks } from '../../banks/index.js';
import { Tariffs } from '../../tariffs/index.js';
import { MAXIMUM_PAYOUT_KOBO, MINIMUM_PAYOUT_KOBO } from '../domain/payout.js';
import { payoutFailures } from '../domain/payouts.failures.js';

/** How much may be paid to which bank, and what it costs: the same for a quote and for the payout. */
@Injectable()
export class PayoutTerms {
  constructor(
    private readonly banks: Banks,
    private readonly tariffs: Tariffs,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure of `payouts` */
  async of(bankCode: string, amountKobo: Kobo): Promise<{ readonly bank: Bank; readonly charges: readonly Charge[] }> {
    const bank = await this.banks.find(bankCode);
    if (!bank) throw new Failure(payoutFailures.bank_not_found);
    if (amountKobo < MINIMUM_PAYOUT_KOBO) throw new Failure(payoutFailures.below_minimum);
    if (amountKobo > MAXIMUM_PAYOUT_KOBO) throw new Failure(payoutFailures.above_maximum);
    const book = await this.tariffs.current();
    return { bank, charges: book.payoutCharges(amountKobo, this.clock.now()) };
  }
}

import { Injectable } from '@nestjs/common';
import type { Kobo } from '../../../kernel/money.js';
import { PaymentLimits } from '../../tariffs/index.js';
import { PayoutTerms } from './payout-terms.js';

@Injectable()
export class QuotePayout {
  constructor(
    private readonly terms: PayoutTerms,
    private readonly limits: PaymentLimits,
  ) {}

  /** @throws Failure of `payouts` */
  async execute(bankCode: string, amountKobo: Kobo, userId: string) {
    const { charges } = await this.terms.of(bankCode, amountKobo);
    return { amountKobo, charges, ...(await this.limits.left(userId)) };
  }
}

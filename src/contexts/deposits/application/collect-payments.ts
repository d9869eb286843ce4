import { Injectable } from '@nestjs/common';
import { CreditPayment } from './credit-payment.js';
import type { DepositProvider, PaymentQuestion } from './ports/deposit-provider.js';

@Injectable()
export class CollectPayments {
  constructor(private readonly creditPayment: CreditPayment) {}

  /** The provider's answer; `paid`: it received payments, which are now credited. */
  async execute(provider: DepositProvider, question: PaymentQuestion): Promise<'paid' | 'nothing' | 'not_found' | 'unknown'> {
    const answer = await provider.payments(question);
    if (answer.outcome !== 'known') return answer.outcome;
    for (const payment of answer.payments) await this.creditPayment.execute(provider.name, payment);
    return answer.payments.length > 0 ? 'paid' : 'nothing';
  }
}

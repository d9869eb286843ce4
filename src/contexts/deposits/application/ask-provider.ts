import { Injectable } from '@nestjs/common';
import { CreditPayment } from './credit-payment.js';
import type { DepositProvider, PaymentQuestion } from './ports/deposit-provider.js';

/** Asks a provider what it has received and credits all of it. */
@Injectable()
export class AskProvider {
  constructor(private readonly creditPayment: CreditPayment) {}

  /** How the provider answered; `paid`: it has received something, which is credited now. */
  async execute(provider: DepositProvider, question: PaymentQuestion): Promise<'paid' | 'nothing' | 'not_found' | 'unknown'> {
    const answer = await provider.payments(question);
    if (answer.outcome !== 'known') return answer.outcome;
    for (const payment of answer.payments) await this.creditPayment.execute(provider.name, payment);
    return answer.payments.length > 0 ? 'paid' : 'nothing';
  }
}

import { Injectable } from '@nestjs/common';
import { CreditPayment } from './credit-payment.js';
import type { DepositProvider, PaymentQuestion } from './deposit-provider.js';
import { ReversePayments } from './reverse-payments.js';

@Injectable()
export class CollectPayments {
  constructor(
    private readonly creditPayment: CreditPayment,
    private readonly reversePayments: ReversePayments,
  ) {}

  /** The provider's answer; `paid`: it received payments, which are now credited. */
  async execute(
    provider: DepositProvider,
    question: PaymentQuestion,
  ): Promise<'paid' | 'reversed' | 'nothing' | 'not_found' | 'unknown'> {
    const answer = await provider.payments(question);
    switch (answer.outcome) {
      case 'not_found':
      case 'unknown':
        return answer.outcome;
      case 'reversed':
        await this.reversePayments.execute(provider.name, answer.providerReference);
        return 'reversed';
      case 'known':
        await this.creditPayment.execute(provider.name, answer);
        return answer.payments.length > 0 || answer.total ? 'paid' : 'nothing';
    }
  }
}

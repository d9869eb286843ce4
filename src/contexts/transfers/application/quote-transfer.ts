import { Injectable } from '@nestjs/common';
import type { Kobo } from '../../../kernel/money.js';
import { PaymentLimits } from '../../tariffs/index.js';
import { Recipients } from './recipients.js';
import { TransferTerms } from './transfer-terms.js';

@Injectable()
export class QuoteTransfer {
  constructor(
    private readonly recipients: Recipients,
    private readonly terms: TransferTerms,
    private readonly limits: PaymentLimits,
  ) {}

  /** @throws Failure of `transfers` */
  async execute(order: { readonly recipient: string; readonly amountKobo: Kobo }, senderId: string) {
    const [recipient, sender] = await Promise.all([this.recipients.find(order.recipient), this.recipients.sender(senderId)]);
    const { charges } = await this.terms.of(sender, recipient, order.amountKobo);
    return { amountKobo: order.amountKobo, charges, ...(await this.limits.left(senderId)) };
  }
}

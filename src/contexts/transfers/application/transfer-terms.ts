import { Injectable } from '@nestjs/common';
import type { Charge } from '../../../kernel/charges.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import type { Kobo } from '../../../kernel/money.js';
import type { User } from '../../sign-in/index.js';
import { Tariffs } from '../../tariffs/index.js';
import { MAXIMUM_TRANSFER_KOBO, MINIMUM_TRANSFER_KOBO } from '../domain/transfer.js';
import { transferFailures } from '../domain/transfers.failures.js';

export interface TransferCosts {
  readonly recipient: User;
  readonly charges: readonly Charge[];
}

/** Who may be sent what, and what it costs: the same for a quote and for the transfer. */
@Injectable()
export class TransferTerms {
  constructor(
    private readonly tariffs: Tariffs,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure of `transfers` */
  async of(sender: User, recipient: User | undefined, amountKobo: Kobo): Promise<TransferCosts> {
    if (!recipient) throw new Failure(transferFailures.recipient_not_found);
    if (recipient.id === sender.id) throw new Failure(transferFailures.to_yourself);
    if (recipient.isTest !== sender.isTest) throw new Failure(transferFailures.test_account);
    if (amountKobo < MINIMUM_TRANSFER_KOBO) throw new Failure(transferFailures.below_minimum);
    if (amountKobo > MAXIMUM_TRANSFER_KOBO) throw new Failure(transferFailures.above_maximum);
    const book = await this.tariffs.current();
    return { recipient, charges: book.transferCharges(amountKobo, this.clock.now()) };
  }
}

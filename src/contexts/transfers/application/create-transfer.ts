import { Injectable } from '@nestjs/common';
import { type MoneyCaller, Replayed } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { storedResult } from '../../../kernel/idempotency-records.js';
import { newId } from '../../../kernel/ids.js';
import { kobo, type Kobo } from '../../../kernel/money.js';
import { PaymentAuthorisation, type User } from '../../identity/index.js';
import { FEES_ACCOUNT, Ledger, type Posting } from '../../wallet/index.js';
import { fullName } from '../domain/full-name.js';
import { Tariffs } from '../domain/tariff.js';
import { MAXIMUM_TRANSFER_KOBO, MINIMUM_TRANSFER_KOBO, type Transfer } from '../domain/transfer.js';
import { transferFailures } from '../domain/transfers.failures.js';
import { Transfers } from './ports/transfers.js';
import { Recipients } from './recipients.js';

export interface TransferOrder {
  /** E-mail address or reference id. */
  readonly recipient: string;
  readonly amountKobo: Kobo;
  readonly note: string;
  readonly pin?: string | undefined;
}

export interface SentTransfer {
  readonly id: string;
  readonly amountKobo: Kobo;
  readonly recipientName: string;
}

@Injectable()
export class CreateTransfer {
  constructor(
    private readonly recipients: Recipients,
    private readonly authorisation: PaymentAuthorisation,
    private readonly ledger: Ledger,
    private readonly transfers: Transfers,
    private readonly tariffs: Tariffs,
    private readonly clock: Clock,
  ) {}

  /** @throws Failure of `transfers`, of PaymentAuthorisation, and `wallet.insufficient_funds` */
  async execute(
    order: TransferOrder,
    { userId: senderId, sessionId, idempotencyKey }: MoneyCaller,
  ): Promise<SentTransfer | Replayed> {
    const [recipient, sender] = await Promise.all([this.recipients.find(order.recipient), this.recipients.sender(senderId)]);
    const proving = this.authorisation.authorise(sender, { sessionId, pin: order.pin });
    if (proving) await proving;
    if (!recipient) throw new Failure(transferFailures.recipient_not_found);
    if (recipient.id === senderId) throw new Failure(transferFailures.to_yourself);
    if (recipient.isTest !== sender.isTest) throw new Failure(transferFailures.test_account);
    if (order.amountKobo < MINIMUM_TRANSFER_KOBO) throw new Failure(transferFailures.below_minimum);
    if (order.amountKobo > MAXIMUM_TRANSFER_KOBO) throw new Failure(transferFailures.above_maximum);

    const charge = this.tariffs.chargeFor(order.amountKobo, this.clock.now());
    const transfer: Transfer = {
      id: newId(),
      senderId,
      receiverId: recipient.id,
      receiverEmail: recipient.email,
      amountKobo: order.amountKobo,
      feeKobo: charge.feeKobo,
      note: order.note,
      status: 'complete',
    };
    const sent: SentTransfer = { id: transfer.id, amountKobo: transfer.amountKobo, recipientName: fullName(recipient) };
    const outcome = await this.ledger.commit({
      idempotencyKey,
      journal: {
        id: transfer.id,
        kind: 'transfer',
        subject: transfer.id,
        postings: postings(transfer, sender, recipient, charge.name),
      },
      inserts: [this.transfers.toRow(transfer)],
      response: storedResult(sent),
    });
    return outcome instanceof Replayed ? outcome : sent;
  }
}

function postings(
  { senderId, receiverId, amountKobo, feeKobo }: Transfer,
  sender: User,
  recipient: User,
  tariff: string,
): Posting[] {
  const moved: Posting[] = [
    { account: senderId, amountKobo: kobo(-amountKobo), note: `Transfer to ${fullName(recipient)}` },
    { account: receiverId, amountKobo, note: `Transfer from ${fullName(sender)}` },
  ];
  if (feeKobo === 0) return moved;
  return [
    ...moved,
    { account: senderId, amountKobo: kobo(-feeKobo), note: tariff },
    { account: FEES_ACCOUNT, amountKobo: feeKobo, note: tariff },
  ];
}

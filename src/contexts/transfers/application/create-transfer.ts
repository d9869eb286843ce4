import { Injectable } from '@nestjs/common';
import { type MoneyCaller, Replayed } from '../../../kernel/caller.js';
import { storedResult } from '../../../kernel/idempotency-records.js';
import { newId } from '../../../kernel/ids.js';
import { kobo, type Kobo } from '../../../kernel/money.js';
import { PaymentAuthorisation, type User } from '../../sign-in/index.js';
import { type Charge, LimitedLedger } from '../../tariffs/index.js';
import { type AccountId, DUTIES_ACCOUNT, FEES_ACCOUNT, type Posting } from '../../../ledger/index.js';
import { fullName } from '../domain/full-name.js';
import type { Transfer } from '../domain/transfer.js';
import { Transfers } from './ports.js';
import { Recipients } from './recipients.js';
import { type TransferCosts, TransferTerms } from './transfer-terms.js';

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
    private readonly terms: TransferTerms,
    private readonly ledger: LimitedLedger,
    private readonly transfers: Transfers,
  ) {}

  /** @throws Failure of `transfers`, of PaymentAuthorisation, `tariffs.limit_reached` and `ledger.insufficient_funds` */
  async execute(
    order: TransferOrder,
    { userId: senderId, sessionId, ip, idempotencyKey }: MoneyCaller,
  ): Promise<SentTransfer | Replayed> {
    const [recipient, sender] = await Promise.all([this.recipients.find(order.recipient), this.recipients.sender(senderId)]);
    const proving = this.authorisation.authorise(sender, { sessionId, ip, pin: order.pin });
    if (proving) await proving;
    const costs = await this.terms.of(sender, recipient, order.amountKobo);
    const transfer: Transfer = {
      id: newId(),
      senderId,
      receiverId: costs.recipient.id,
      receiverEmail: costs.recipient.email,
      amountKobo: order.amountKobo,
      feeKobo: costs.fee.feeKobo,
      dutyKobo: costs.duty.feeKobo,
      tariff: `${costs.fee.tariffId} ${costs.duty.tariffId}`.trim(),
      note: order.note,
      status: 'complete',
    };
    const sent: SentTransfer = { id: transfer.id, amountKobo: transfer.amountKobo, recipientName: fullName(costs.recipient) };
    const command = {
      idempotencyKey,
      journal: { id: transfer.id, kind: 'transfer' as const, subject: transfer.id, postings: postings(transfer, sender, costs) },
      inserts: [this.transfers.toRow(transfer)],
      response: storedResult(sent),
    };
    const outcome = await this.ledger.commit(senderId, command, transfer.receiverId);
    return outcome instanceof Replayed ? outcome : sent;
  }
}

function postings(
  { senderId, receiverId, amountKobo }: Transfer,
  sender: User,
  { recipient, fee, duty }: TransferCosts,
): Posting[] {
  return [
    { account: senderId, amountKobo: kobo(-amountKobo), note: `Transfer to ${fullName(recipient)}` },
    { account: receiverId, amountKobo, note: `Transfer from ${fullName(sender)}` },
    ...charged(fee, senderId, FEES_ACCOUNT),
    ...charged(duty, senderId, DUTIES_ACCOUNT),
  ];
}

function charged({ feeKobo, name }: Charge, from: AccountId, to: AccountId): Posting[] {
  if (feeKobo === 0) return [];
  return [
    { account: from, amountKobo: kobo(-feeKobo), note: name },
    { account: to, amountKobo: feeKobo, note: name },
  ];
}

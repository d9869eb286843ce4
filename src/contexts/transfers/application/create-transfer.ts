import { Injectable } from '@nestjs/common';
import { type MoneyCaller, Replayed } from '../../../kernel/caller.js';
import type { Charge } from '../../../kernel/charges.js';
import { storedResult } from '../../../kernel/idempotency-records.js';
import { newId } from '../../../kernel/ids.js';
import { kobo, type Kobo } from '../../../kernel/money.js';
import { PaymentAuthorisation, type User } from '../../sign-in/index.js';
import { LimitedLedger } from '../../tariffs/index.js';
import { chargeAccount, type Posting } from '../../../ledger/index.js';
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
  /** Missing in results from before it was kept. */
  readonly charges?: readonly Charge[];
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
  async execute(order: TransferOrder, caller: MoneyCaller): Promise<SentTransfer | Replayed> {
    const { userId: senderId, sessionId, ip, idempotencyKey } = caller;
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
      charges: costs.charges,
      note: order.note,
      status: 'complete',
    };
    const { id, amountKobo, charges } = transfer;
    const sent: SentTransfer = { id, amountKobo, charges, recipientName: fullName(costs.recipient) };
    const command = {
      idempotencyKey,
      journal: { id: transfer.id, kind: 'transfer' as const, subject: transfer.id, postings: postings(transfer, sender, costs) },
      inserts: [this.transfers.toRow(transfer)],
      response: storedResult(sent),
    };
    const outcome = await this.ledger.commit(caller, command, transfer.receiverId);
    return outcome instanceof Replayed ? outcome : sent;
  }
}

function postings(
  { senderId, receiverId, amountKobo, charges }: Transfer,
  sender: User,
  { recipient }: TransferCosts,
): Posting[] {
  return [
    { account: senderId, amountKobo: kobo(-amountKobo), note: `Transfer to ${fullName(recipient)}` },
    { account: receiverId, amountKobo, note: `Transfer from ${fullName(sender)}` },
    ...charges.flatMap(({ kind, name: note, amountKobo: chargedKobo }) => [
      { account: senderId, amountKobo: kobo(-chargedKobo), note },
      { account: chargeAccount(kind), amountKobo: chargedKobo, note },
    ]),
  ];
}

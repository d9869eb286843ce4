import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { maskEmail } from '../../../kernel/masking.js';
import { Users } from '../../sign-in/index.js';
import { Transfers } from '../../transfers/index.js';
import { personOf } from '../domain/person.js';
import type { Receipt } from '../domain/receipt.js';
import { receiptFailures } from '../domain/receipts.failures.js';
import { IssueReceipt } from './issue-receipt.js';

@Injectable()
export class TransferReceipt {
  constructor(
    private readonly transfers: Transfers,
    private readonly users: Users,
    private readonly issueReceipt: IssueReceipt,
  ) {}

  /** For its sender and its receiver. @throws Failure `receipts.not_found` */
  async execute(id: string, userId: string): Promise<Receipt> {
    const sentOrReceived = [
      { id, senderId: userId },
      { id, receiverId: userId },
    ];
    const [transfer] = (await this.transfers.list(sentOrReceived, { before: undefined, size: 1 })).items;
    if (!transfer) throw new Failure(receiptFailures.not_found);
    const { senderId, receiverId, receiverEmail, status, note, createdAt } = transfer;
    const [sender, receiver] = await Promise.all([this.users.find(senderId), this.users.find(receiverId)]);
    const content = {
      type: 'transfer' as const,
      marker: id,
      status,
      payer: personOf(sender, sender ? maskEmail(sender.email) : ''),
      // The receiver's address at the time of the transfer.
      payee: personOf(receiver, receiverEmail === '' ? '' : maskEmail(receiverEmail)),
      item: '',
      customer_id: '',
      reference: '',
      token: '',
      deliverables: [],
      narration: note,
    };
    return this.issueReceipt.execute(content, transfer, { account: senderId, postedAt: createdAt, subject: id });
  }
}

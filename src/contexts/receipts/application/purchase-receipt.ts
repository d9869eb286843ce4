import { Injectable } from '@nestjs/common';
import { rechargePin } from '../../../kernel/deliverable.js';
import { Failure } from '../../../kernel/failure.js';
import { maskEmail } from '../../../kernel/masking.js';
import { Purchases } from '../../purchases/index.js';
import { Users } from '../../sign-in/index.js';
import { personOf } from '../domain/person.js';
import type { Receipt } from '../domain/receipt.js';
import { receiptFailures } from '../domain/receipts.failures.js';
import { IssueReceipt } from './issue-receipt.js';

@Injectable()
export class PurchaseReceipt {
  constructor(
    private readonly purchases: Purchases,
    private readonly users: Users,
    private readonly issueReceipt: IssueReceipt,
  ) {}

  /** For its buyer alone, with what was delivered. @throws Failure `receipts.not_found` */
  async execute(id: string, userId: string): Promise<Receipt> {
    const purchase = await this.purchases.reveal(userId, id);
    if (!purchase) throw new Failure(receiptFailures.not_found);
    const buyer = await this.users.find(userId);
    const { status, billerName, itemName, customer, reference, deliverables, createdAt } = purchase;
    const content = {
      type: 'purchase' as const,
      marker: id,
      status,
      payer: personOf(buyer, buyer ? maskEmail(buyer.email) : ''),
      payee: billerName,
      item: itemName,
      customer_id: customer.id,
      reference,
      token: rechargePin(deliverables),
      deliverables: deliverables.map((each) => ({ serial: '', units: '', expires: '', ...each })),
      narration: '',
    };
    return this.issueReceipt.execute(content, purchase, { account: userId, postedAt: createdAt, subject: id });
  }
}

import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { maskEmail } from '../../../kernel/masking.js';
import { Payouts, SHOWN_STATUS } from '../../payouts/index.js';
import { Users } from '../../sign-in/index.js';
import { personOf } from '../domain/person.js';
import type { Receipt } from '../domain/receipt.js';
import { receiptFailures } from '../domain/receipts.failures.js';
import { IssueReceipt } from './issue-receipt.js';

@Injectable()
export class PayoutReceipt {
  constructor(
    private readonly payouts: Payouts,
    private readonly users: Users,
    private readonly issueReceipt: IssueReceipt,
  ) {}

  /** For its payer alone. @throws Failure `receipts.not_found` */
  async execute(id: string, userId: string): Promise<Receipt> {
    const [payout] = (await this.payouts.list({ id, userId }, { before: undefined, size: 1 })).items;
    if (!payout) throw new Failure(receiptFailures.not_found);
    const payer = await this.users.find(userId);
    const { status, name, bankName, account, sessionId, reference, note, createdAt } = payout;
    const content = {
      type: 'payout' as const,
      marker: id,
      status: SHOWN_STATUS[status],
      payer: personOf(payer, payer ? maskEmail(payer.email) : ''),
      payee: name,
      item: bankName,
      customer_id: account,
      // The receiving bank finds it by the session of the rail.
      reference: sessionId === '' ? reference : sessionId,
      token: '',
      deliverables: [],
      narration: note,
    };
    return this.issueReceipt.execute(content, payout, { account: userId, postedAt: createdAt, subject: id });
  }
}

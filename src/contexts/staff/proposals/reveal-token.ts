import { Injectable } from '@nestjs/common';
import type { Deliverable } from '../../../kernel/deliverable.js';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import { type PurchaseRecord, PurchaseRecords } from '../../purchases/index.js';
import { Notices } from '../../notifications/index.js';
import { type Proposal, subjectId, tokenOf } from './proposal.js';

/** Shows staff the deliverables of a purchase, or the token that is proposed for it, and tells its owner. */
@Injectable()
export class RevealToken {
  constructor(
    private readonly records: PurchaseRecords,
    private readonly notices: Notices,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** Empty where there is nothing. */
  async execute({ purchase }: PurchaseRecord, action: string, by: StaffMember): Promise<readonly Deliverable[]> {
    const deliverables = await this.records.reveal(purchase.id);
    if (deliverables.length === 0) return deliverables;
    const { id, userId, itemName, customer } = purchase;
    return this.reveal(id, { userId, what: `${itemName} for ${customer.id}` }, deliverables, action, by);
  }

  /** Empty where there is none, and once the proposal has ended. */
  async ofProposal(proposal: Proposal, action: string, by: StaffMember): Promise<string> {
    const token = tokenOf(proposal.change);
    if (token === '') return token;
    const id = subjectId(proposal);
    return this.reveal(id, { userId: proposal.userId, what: `purchase ${id}` }, token, action, by);
  }

  private reveal<T>(id: string, of: { userId: string; what: string }, result: T, action: string, by: StaffMember) {
    const { userId, what } = of;
    return this.auditedUnitOfWork.execute(by, action, async () => {
      await this.notices.add({
        userId,
        subject: 'Token shown to our staff',
        message: `A member of our staff looked at the token of ${what}. If you did not ask for help with it, tell us.`,
      });
      return { subject: `purchase:${id}`, after: { revealed: true, userId }, result };
    });
  }
}

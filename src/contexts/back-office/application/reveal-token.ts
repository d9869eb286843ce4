import { Injectable } from '@nestjs/common';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import { type PurchaseRecord, PurchaseRecords } from '../../billing/index.js';
import { Notices } from '../../notifications/index.js';

/** Shows the token or recharge PIN of a purchase to staff, and tells its owner. */
@Injectable()
export class RevealToken {
  constructor(
    private readonly records: PurchaseRecords,
    private readonly notices: Notices,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /** Empty where there is none. */
  async execute({ purchase }: PurchaseRecord, action: string, by: StaffMember): Promise<string> {
    const token = await this.records.reveal(purchase.id);
    if (token === '') return token;
    const { id, userId, itemName, customer } = purchase;
    return this.auditedUnitOfWork.execute(by, action, async () => {
      await this.notices.add({
        userId,
        subject: 'Token shown to our staff',
        message: `A member of our staff looked at the token of ${itemName} for ${customer.id}. If you did not ask for help with it, tell us.`,
      });
      return { subject: `purchase:${id}`, after: { revealed: true, userId }, result: token };
    });
  }
}

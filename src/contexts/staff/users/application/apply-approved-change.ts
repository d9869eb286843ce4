import { Injectable } from '@nestjs/common';
import { Failure } from '../../../../kernel/failure.js';
import { UnitOfWork } from '../../../../kernel/unit-of-work.js';
import { Audit } from '../../../audit/index.js';
import { ApprovedUserChanges } from '../../proposals/index.js';
import { ChangeAccount } from './change-account.js';

/** Changes an account as one member of staff proposed and another one approved. */
@Injectable()
export class ApplyApprovedChange {
  constructor(
    private readonly approved: ApprovedUserChanges,
    private readonly changeAccount: ChangeAccount,
    private readonly audit: Audit,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Twice does what once does. What the account does not take any more, as a number that another one proved meanwhile, is in the audit trail. */
  async execute(proposalId: string): Promise<void> {
    const found = await this.approved.find(proposalId);
    if (!found) return;
    const { userId, changes, approvedBy } = found;
    const record = { staffId: approvedBy, action: 'control_user_modify', subject: `user:${userId}`, ip: '' };
    try {
      await this.unitOfWork.run(async () => {
        const before = await this.changeAccount.execute(userId, changes);
        const was = Object.fromEntries(Object.keys(changes).map((name) => [name, before[name as keyof typeof changes]]));
        await this.audit.record({ ...record, before: was, after: { ...changes, proposal: proposalId } });
      });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      await this.unitOfWork.run(() => this.audit.record({ ...record, after: { proposal: proposalId, refused: error.message } }));
    }
  }
}

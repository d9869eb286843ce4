import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { AuditedUnitOfWork, type StaffMember } from '../../audit/index.js';
import { reconciliationFailures } from '../domain/reconciliation.failures.js';
import { Reconciliations } from './ports.js';

/** Staff say what became of the differences of a day, which waits no longer unless a later run finds others. */
@Injectable()
export class ExplainDay {
  constructor(
    private readonly reconciliations: Reconciliations,
    private readonly auditedUnitOfWork: AuditedUnitOfWork,
  ) {}

  /**
   * @param createdAt when the result was recorded that they looked at, in milliseconds
   * @throws Failure `reconciliation.no_record`, `reconciliation.nothing_differs`, `reconciliation.compared_again`
   */
  execute(id: string, createdAt: number, note: string, by: StaffMember): Promise<void> {
    return this.auditedUnitOfWork.execute(by, 'control_reconciliation_explain', async () => {
      if (!(await this.reconciliations.explain(id, createdAt))) throw new Failure(await this.refusal(id));
      const after = { status: 'explained', note };
      return { subject: `reconciliation:${id}`, before: { status: 'differing' }, after, result: undefined };
    });
  }

  private async refusal(id: string) {
    const present = await this.reconciliations.find(id);
    if (!present) return reconciliationFailures.no_record;
    return present.status === 'differing' ? reconciliationFailures.compared_again : reconciliationFailures.nothing_differs;
  }
}

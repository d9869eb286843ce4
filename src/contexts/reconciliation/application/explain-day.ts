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

  /** @throws Failure `reconciliation.no_record`, `reconciliation.nothing_differs` */
  execute(id: string, note: string, by: StaffMember): Promise<void> {
    return this.auditedUnitOfWork.execute(by, 'control_reconciliation_explain', async () => {
      if (!(await this.reconciliations.explain(id))) {
        const exists = (await this.reconciliations.find(id)) !== undefined;
        throw new Failure(exists ? reconciliationFailures.nothing_differs : reconciliationFailures.no_record);
      }
      const after = { status: 'explained', note };
      return { subject: `reconciliation:${id}`, before: { status: 'differing' }, after, result: undefined };
    });
  }
}

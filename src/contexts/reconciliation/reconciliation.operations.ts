import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { parseLagosDate } from '../../kernel/lagos-time.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { type ReconciliationFilter, Reconciliations } from './application/ports.js';
import { reconciliationFailures } from './domain/reconciliation.failures.js';
import { ReconciliationFetchInput } from './reconciliation.inputs.js';
import { presentReconciliations, type ShownReconciliations } from './reconciliation.presenters.js';

const PER_PAGE = 15;
const DIFFERENCES_PER_PAGE = 50;

@Injectable()
export class ReconciliationOperations {
  constructor(private readonly reconciliations: Reconciliations) {}

  @Operation('control_reconciliation_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'otherControl.fiatCurency',
    missing: 400,
    reads: () => 'reconciliation',
    failures: [on(reconciliationFailures.no_record, { code: 404 })],
    present: presentReconciliations,
    summary:
      'How days at providers compare with ours, newest first. Type day: one day, or one provider. Type mk: one, with a page of its differences.',
  })
  async fetch({ rqtp, rqvl = '', page: before }: ReconciliationFetchInput): Promise<ShownReconciliations> {
    if (rqtp === 'mk') {
      const reconciliation = await this.reconciliations.find(rqvl);
      if (!reconciliation) throw new Failure(reconciliationFailures.no_record);
      const differences = await this.reconciliations.differences(rqvl, { before, size: DIFFERENCES_PER_PAGE });
      return { reconciliation, differences };
    }
    const page = await this.reconciliations.list(rqtp === 'day' ? filterOf(rqvl) : {}, { before, size: PER_PAGE });
    if (page.items.length === 0) throw new Failure(reconciliationFailures.no_record);
    return page;
  }
}

function filterOf(value: string): ReconciliationFilter {
  return parseLagosDate(value) === undefined ? { provider: value } : { day: value };
}

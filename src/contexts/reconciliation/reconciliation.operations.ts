import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { parseLagosDate } from '../../kernel/lagos-time.js';
import type { PageRequest } from '../../kernel/pagination.js';
import { READS_RECORDS } from '../../kernel/staff-roles.js';
import { pageOrWhole } from '../../platform/http/list-input.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { type ReconciliationFilter, Reconciliations } from './application/ports.js';
import { reconciliationFailures } from './domain/reconciliation.failures.js';
import { ReconciliationFetchInput } from './reconciliation.inputs.js';
import { presentReconciliations, type ShownReconciliations } from './reconciliation.presenters.js';

const DIFFERENCES_PER_PAGE = 50;

@Injectable()
export class ReconciliationOperations {
  constructor(private readonly reconciliations: Reconciliations) {}

  @Operation('control_reconciliation_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'otherControl.fiatCurency',
    orPermission: READS_RECORDS,
    missing: 400,
    reads: () => 'reconciliation',
    failures: [on(reconciliationFailures.no_record, { code: 404 })],
    present: presentReconciliations,
    summary:
      'How days at providers compare with ours, newest first. Type day: one day, or one provider. Type mk: one, with a page of its differences, or a file of them.',
  })
  async fetch(input: ReconciliationFetchInput): Promise<ShownReconciliations> {
    const { rqtp, rqvl = '' } = input;
    if (rqtp === 'mk') {
      const reconciliation = await this.reconciliations.find(rqvl);
      if (!reconciliation) throw new Failure(reconciliationFailures.no_record);
      const list = (request: PageRequest) => this.reconciliations.differences(rqvl, request);
      const differences = await pageOrWhole(input, list, DIFFERENCES_PER_PAGE);
      return { reconciliation, differences };
    }
    const filter = rqtp === 'day' ? filterOf(rqvl) : {};
    const page = await pageOrWhole(input, (request) => this.reconciliations.list(filter, request));
    if (page.items.length === 0) throw new Failure(reconciliationFailures.no_record);
    return page;
  }
}

function filterOf(value: string): ReconciliationFilter {
  return parseLagosDate(value) === undefined ? { provider: value } : { day: value };
}

import { Count, Day, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ListInput, pageOrWhole } from '../../platform/http/list-input.js';
import { SortedBy, NO_KEYS } from '../../platform/http/list-keys.js';
import {
  POSTING_KEYS,
  RECONCILIATION_KEYS,
  presentReconciliations,
  type ShownReconciliations,
} from './reconciliation.presenters.js';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { parseLagosDate } from '../../kernel/lagos-time.js';
import type { PageRequest } from '../../kernel/pagination.js';
import { READS_RECORDS } from '../../kernel/staff-roles.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { comment } from '../../platform/http/presenting.js';
import { ExplainDay, type ReconciliationFilter, Reconciliations, reconciliationFailures } from './reconciliations.js';

@SortedBy(RECONCILIATION_KEYS)
export class ReconciliationFetchInput extends ListInput {
  @RequestType(['day', 'mk', 'all']) rqtp: 'day' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;
}

export class ReconciliationExplainInput {
  @Text() reqv: string;
  @Text({ pattern: /^[0-9]{13}$/, form: 'the `recorded` of the reconciliation' }) recorded: string;
  @Text({ max: 2_000 }) note: string;
}

export class BooksInput {
  @Optional() @Day() rqvl?: string;
}

@SortedBy(POSTING_KEYS)
export class AccountFetchInput extends ListInput {
  @Text({ max: 64 }) rqvl: string;
  @Optional() @Count({ min: 1, max: 100, default: 50 }) override pnum: number;
}

export class JournalFetchInput {
  @Text({ max: 64 }) rqvl: string;
}

const DIFFERENCES_PER_PAGE = 50;

@Injectable()
export class ReconciliationOperations {
  constructor(
    private readonly reconciliations: Reconciliations,
    private readonly explainDay: ExplainDay,
  ) {}

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
      const differences = await pageOrWhole(input, NO_KEYS, list, DIFFERENCES_PER_PAGE);
      return { reconciliation, differences };
    }
    const filter = rqtp === 'day' ? filterOf(rqvl) : {};
    const page = await pageOrWhole(input, RECONCILIATION_KEYS, (request) => this.reconciliations.list(filter, request));
    if (page.items.length === 0) throw new Failure(reconciliationFailures.no_record);
    return page;
  }

  @Operation('control_reconciliation_explain', {
    method: 'POST',
    access: 'admin',
    permission: 'otherControl.fiatCurency',
    missing: 400,
    failures: [
      on(reconciliationFailures.no_record, { code: 404 }),
      on(reconciliationFailures.nothing_differs, { id: 'nothing_differs' }),
      on(reconciliationFailures.compared_again, { id: 'compared_again' }),
    ],
    present: comment('The day is explained'),
    summary:
      'Says what became of the differences of a day, as they were recorded last. It waits for staff no longer, and its system logs are closed; a later run that finds another difference lets it wait again.',
  })
  explain({ reqv, recorded, note }: ReconciliationExplainInput, caller: Caller): Promise<void> {
    return this.explainDay.execute(reqv, Number(recorded), note, caller);
  }
}

function filterOf(value: string): ReconciliationFilter {
  return parseLagosDate(value) === undefined ? { provider: value } : { day: value };
}

import { Day, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ListInput, pageOrWhole } from '../../platform/http/list-input.js';
import { SortedBy } from '../../platform/http/list-keys.js';
import { type SettlementFilter, type RecordedKind, ShowSettlements } from './settlements.js';
import { type StatementFilter, BankStatements, settlementFailures } from './statements.js';
import {
  SETTLEMENT_KEYS,
  STATEMENT_KEYS,
  presentSafeguarding,
  presentSettlement,
  presentStatements,
} from './settlements.presenters.js';
import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import type { PageRequest } from '../../kernel/pagination.js';
import { READS_RECORDS } from '../../kernel/staff-roles.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { pageOrFileOf } from '../../platform/http/presenting.js';
import { ShowSafeguarding } from './safeguarding.js';
import { ShowStatement } from './settle-statements.js';

export class SafeguardingFetchInput {
  @RequestType(['day']) rqtp: 'day';
  @Optional() @Day() rqvl?: string;
}

@SortedBy(SETTLEMENT_KEYS)
export class SettlementFetchInput extends ListInput {
  @RequestType(['kind', 'provider', 'bank', 'mk', 'all']) rqtp: 'kind' | 'provider' | 'bank' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;

  get filter(): SettlementFilter {
    const value = this.rqvl ?? '';
    switch (this.rqtp) {
      case 'kind':
        return { kind: value as RecordedKind };
      case 'provider':
        return { provider: value };
      case 'bank':
        return { bank: value };
      case 'mk':
        return { id: value };
      case 'all':
        return {};
    }
  }
}

@SortedBy(STATEMENT_KEYS)
export class StatementFetchInput extends ListInput {
  @RequestType(['bank', 'mk', 'all']) rqtp: 'bank' | 'mk' | 'all';
  @Optional() @Text() rqvl?: string;

  get filter(): StatementFilter {
    return this.rqtp === 'bank' ? { bank: this.rqvl ?? '' } : {};
  }
}

@Injectable()
export class SettlementsOperations {
  constructor(
    private readonly showSettlements: ShowSettlements,
    private readonly showSafeguarding: ShowSafeguarding,
    private readonly statements: BankStatements,
    private readonly showStatement: ShowStatement,
  ) {}

  @Operation('control_settlement_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'otherControl.fiatCurency',
    orPermission: READS_RECORDS,
    missing: 400,
    reads: () => 'settlements',
    failures: [on(settlementFailures.no_record, { code: 404 })],
    present: pageOrFileOf('settlements', presentSettlement),
    summary:
      'What moved between our own accounts outside of the service, newest first: payouts of providers, top-ups of floats, fees of providers and banks, and taxes that were remitted.',
  })
  async fetch(input: SettlementFetchInput) {
    const page = await pageOrWhole(input, SETTLEMENT_KEYS, (request) => this.showSettlements.execute(input.filter, request));
    if (page.items.length === 0) throw new Failure(settlementFailures.no_record);
    return page;
  }

  @Operation('control_safeguarding_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'otherControl.fiatCurency',
    orPermission: READS_RECORDS,
    missing: 400,
    reads: () => 'safeguarding',
    present: presentSafeguarding,
    summary:
      'Whether the money of users is there: what wallets, purchases on their way and suspense hold, against our accounts at banks and with providers, at the end of a day in Lagos, or today as it is now.',
  })
  safeguarding({ rqvl: day }: SafeguardingFetchInput) {
    return this.showSafeguarding.execute(day);
  }

  @Operation('control_statement_fetch', {
    method: 'GET',
    access: 'admin',
    permission: 'otherControl.fiatCurency',
    missing: 400,
    reads: () => 'statements',
    failures: [on(settlementFailures.no_record, { code: 404 })],
    present: presentStatements,
    summary:
      'Statements of our accounts at banks that the operator imported by reconcile, newest first. Type mk: one, with its lines and what each without a settlement seems to be; as a file it is its lines.',
  })
  async fetchStatements(input: StatementFetchInput) {
    const page = await pageOrWhole(input, STATEMENT_KEYS, (request) => this.listStatements(input, request));
    if (page.items.length === 0) throw new Failure(settlementFailures.no_record);
    return page;
  }

  private async listStatements({ rqtp, rqvl = '', filter }: StatementFetchInput, request: PageRequest) {
    if (rqtp === 'mk') {
      const statement = await this.showStatement.execute(rqvl);
      return { items: statement ? [statement] : [], next: undefined };
    }
    const { items, next } = await this.statements.list(filter, request);
    return { items: await this.showStatement.withOpenLines(items), next };
  }
}

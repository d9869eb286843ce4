import { type Kobo, toNaira } from '../../kernel/money.js';
import { type ListPage, ListInput, pageOrWhole } from '../../platform/http/list-input.js';
import { type ListKeys, SortedBy } from '../../platform/http/list-keys.js';
import { pageOrFileOf } from '../../platform/http/presenting.js';
import { RowsAsFile, type WholeList } from '../../platform/http/rows-as-file.js';
import { type ShownSafeguarding, ShowSafeguarding } from './safeguarding.js';
import { type ShownLine, type ShownStatement, ShowStatement } from './settle-statements.js';
import { type ShownSettlement, type SettlementFilter, type RecordedKind, ShowSettlements } from './settlements.js';
import { Day, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { type StatementFilter, BankStatements, settlementFailures } from './statements.js';
import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import type { PageRequest } from '../../kernel/pagination.js';
import { READS_RECORDS } from '../../kernel/staff-roles.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';

export const SETTLEMENT_KEYS: ListKeys<ShownSettlement> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    amount: ({ amountKobo }) => amountKobo,
    kind: ({ kind }) => kind,
    provider: ({ provider }) => provider,
    bank: ({ bank }) => bank,
    reference: ({ reference }) => reference,
    valued: ({ valued }) => valued,
    status: ({ isReconciled }) => wordOf(isReconciled),
  },
};

export function presentSettlement({ id, amountKobo, createdAt, isReconciled, ...settlement }: ShownSettlement) {
  const { kind, provider, account, bank, reference, valued } = settlement;
  const about = { marker: id, kind, provider, account, bank, amount: toNaira(amountKobo), reference, valued };
  return { ...about, status: wordOf(isReconciled), recorded: String(createdAt) };
}

function wordOf(isReconciled: boolean): string {
  return isReconciled ? 'reconciled' : 'booked';
}

export const STATEMENT_KEYS: ListKeys<ShownStatement> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    bank: ({ bank }) => bank,
    first_day: ({ firstDay }) => firstDay,
    opening: ({ openingKobo }) => openingKobo,
    closing: ({ closingKobo }) => closingKobo,
    count: ({ lineCount }) => lineCount,
    open: ({ openLines }) => openLines,
  },
};

const presentList = pageOrFileOf('statements', presentStatement);

/** The file of one statement has its lines. */
export function presentStatements(found: ListPage<ShownStatement> | WholeList<ShownStatement>) {
  const lines = 'isFile' in found ? found.items[0]?.lines : undefined;
  return lines ? new RowsAsFile('statement-lines', lines.map(presentLine)) : presentList(found);
}

function presentStatement({ id, bank, firstDay, lastDay, openingKobo, closingKobo, ...statement }: ShownStatement) {
  const { lineCount, openLines, lines, createdAt } = statement;
  return {
    marker: id,
    bank,
    first_day: firstDay,
    last_day: lastDay,
    opening: toNaira(openingKobo),
    closing: toNaira(closingKobo),
    count: lineCount,
    open: openLines,
    ...(lines === undefined ? {} : { lines: lines.map(presentLine) }),
    recorded: String(createdAt),
  };
}

function presentLine({ id, position, day, amountKobo, reference, description, settlementId, suggestion }: ShownLine) {
  const { kind = '', provider = '', account = '', because = '' } = suggestion ?? {};
  const about = { marker: id, position, day, amount: toNaira(amountKobo), reference, description, settlement: settlementId };
  return { ...about, kind, provider, account, because };
}

export function presentSafeguarding({ day, banks, providers, ...sums }: ShownSafeguarding) {
  return {
    day,
    wallets: toNaira(sums.walletsKobo),
    held: toNaira(sums.heldKobo),
    suspense: toNaira(sums.suspenseKobo),
    debts: toNaira(sums.debtsKobo),
    bank: banks.map(({ name, bookKobo, theirsKobo }) => ({ name, book: toNaira(bookKobo), statement: amountOf(theirsKobo) })),
    providers: providers.map(({ name, bookKobo, theirsKobo }) => ({
      name,
      book: toNaira(bookKobo),
      stated: amountOf(theirsKobo),
    })),
    difference: toNaira(sums.differenceKobo),
    covered: sums.differenceKobo >= 0,
  };
}

function amountOf(amountKobo: Kobo | undefined): number | null {
  return amountKobo === undefined ? null : toNaira(amountKobo);
}

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

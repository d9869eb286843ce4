import { type Kobo, toNaira } from '../../kernel/money.js';
import type { ListPage } from '../../platform/http/list-input.js';
import type { ListKeys } from '../../platform/http/list-keys.js';
import { pageOrFileOf } from '../../platform/http/presenting.js';
import { RowsAsFile, type WholeList } from '../../platform/http/rows-as-file.js';
import type { ShownSafeguarding } from './safeguarding.js';
import type { ShownLine, ShownStatement } from './settle-statements.js';
import type { ShownSettlement } from './settlements.js';

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

import { type ColumnValue, type CounterIncrement, type RowValue, COMMITTED_AT } from '../../kernel/row-changes.js';
import { subjectOf } from '../../kernel/events.js';
import { newId } from '../../kernel/ids.js';
import { tableOf } from '../../platform/database/table.js';
import { OutboxRow } from '../../platform/queue/outbox.row.js';
import type { BatchPlan, NewIdempotencyRecord } from '../domain/batch.js';
import type { ChainKey } from '../chain/domain/hash-chain.js';
import type { StoredHold } from '../domain/hold.js';
import { idempotencyChecksum, type StoredIdempotencyRecord } from '../domain/idempotency-checksum.js';
import {
  IdempotencyRecordRow,
  JournalRow,
  LedgerAccountRow,
  LedgerBlockRow,
  LedgerHoldRow,
  PostingRow,
} from './typeorm/ledger.rows.js';

export interface InsertGroup {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: ColumnValue[][];
}

export interface ChangeStatement {
  readonly table: string;
  readonly key: readonly (readonly [column: string, value: ColumnValue])[];
  readonly set: readonly (readonly [column: string, value: ColumnValue])[];
}

export interface IncrementGroup {
  readonly table: string;
  readonly keyColumns: readonly string[];
  readonly addColumns: readonly string[];
  readonly rows: ColumnValue[][];
}

/** Everything that a batch writes, in this order, independent of the dialect. */
export interface WriteSet {
  /** `money_request` comes first, so that a repeated request fails the batch early. */
  readonly inserts: readonly InsertGroup[];
  readonly updates: readonly ChangeStatement[];
  readonly increments: readonly IncrementGroup[];
  readonly accounts: readonly ColumnValue[][];
  /** Holds that exist, with `HOLD_COLUMNS`. */
  readonly holds: readonly ColumnValue[][];
  /** Undefined where no money moves. */
  readonly batch: WrittenBatch | undefined;
}

export interface WrittenBatch {
  readonly batchNo: number;
  readonly journals: number;
  readonly hash: string;
  readonly committedAt: number;
  readonly keyId: string;
}

/** Without the key of the records, and without blocks, where there are none. */
type WrittenPlan = Omit<BatchPlan, 'results' | 'recordsKey' | 'blocks'> & Partial<Pick<BatchPlan, 'recordsKey' | 'blocks'>>;

export function writeSet(plan: WrittenPlan): WriteSet {
  const inserts = new Inserts();
  for (const record of plan.idempotencyRecords) addIdempotencyRecord(inserts, record, plan.recordsKey!);
  addJournals(inserts, plan);
  for (const { hold, isNew } of plan.holds) if (isNew) inserts.add('ledger_hold', HOLD_COLUMNS, holdValues(hold));
  const updates: ChangeStatement[] = [];
  const increments: CounterIncrement[] = [];
  for (const { command, committedAt } of plan.accepted) {
    for (const { table, values } of command.inserts ?? []) inserts.addRow(table, values, committedAt);
    for (const { table, key, set } of command.updates ?? [])
      updates.push({ table, key: Object.entries(key), set: filled(set, committedAt) });
    increments.push(...(command.increments ?? []));
    for (const event of command.events ?? []) {
      inserts.add('outbox', OUTBOX_COLUMNS, [
        newId(),
        event.name,
        subjectOf(event.data),
        JSON.stringify(event.data),
        committedAt,
        0,
      ]);
    }
  }
  for (const { account, version, text, isNew } of plan.blocks ?? [])
    if (isNew) inserts.add('ledger_block', BLOCK_COLUMNS, [account, version, text]);
    else updates.push({ table: 'ledger_block', key: [['account_id', account]], set: Object.entries({ version, blocks: text }) });
  const opened = plan.head?.committedAt ?? 0;
  return {
    inserts: inserts.groups(),
    updates,
    increments: addUp(increments),
    accounts: [...plan.accounts].map(([id, { balanceKobo, seq }]) => [
      id,
      id.startsWith('system:') ? 'system' : 'wallet',
      balanceKobo,
      seq,
      opened,
    ]),
    holds: plan.holds.filter(({ isNew }) => !isNew).map(({ hold }) => holdValues(hold)),
    batch: plan.head && { ...plan.head, journals: plan.journals.length },
  };
}

const IDEMPOTENCY_COLUMNS = tableOf(IdempotencyRecordRow).columns(
  ...(['scope', 'action', 'key', 'fingerprint', 'state', 'response', 'subjectId', 'journalId'] as const),
  ...(['attemptId', 'createdAt', 'checksum'] as const),
);
const JOURNAL_COLUMNS = tableOf(JournalRow).columns('batchNo', 'position', 'id', 'kind', 'subject', 'postedAt', 'request');
const POSTING_COLUMNS = tableOf(PostingRow).columns(
  ...(['account', 'postedAt', 'seq', 'journalId', 'batchNo', 'line', 'amountKobo', 'balanceKobo', 'kind', 'note'] as const),
);
const OUTBOX_COLUMNS = tableOf(OutboxRow).columns('id', 'name', 'subject', 'data', 'createdAt', 'queuedAt');
export const ACCOUNT_COLUMNS = tableOf(LedgerAccountRow).columns('id', 'kind', 'balanceKobo', 'seq', 'createdAt');

export const HOLD_COLUMNS = tableOf(LedgerHoldRow).columns(
  ...([
    'subject',
    'kind',
    'account',
    'payer',
    'heldKobo',
    'leftKobo',
    'state',
    'shares',
    'createdAt',
    'keyId',
    'seal',
    'terms',
    'version',
  ] as const),
);
export const HOLD_CHANGES = tableOf(LedgerHoldRow).columns(
  ...(['account', 'leftKobo', 'state', 'shares', 'keyId', 'seal', 'terms', 'version'] as const),
);

const BLOCK_COLUMNS = tableOf(LedgerBlockRow).columns('account', 'version', 'blocks');

function holdValues(hold: StoredHold): ColumnValue[] {
  const { subject, kind, account, payer, heldKobo, leftKobo, state, shares, createdAt, keyId, seal, terms, version } = hold;
  return [subject, kind, account, payer, heldKobo, leftKobo, state, shares, createdAt, keyId, seal, terms, version];
}

function addIdempotencyRecord(inserts: Inserts, record: NewIdempotencyRecord, recordsKey: ChainKey): void {
  const { idempotencyKey, recordKey: key, state, response, subjectId, journalId, attemptId, committedAt } = record;
  const stored: StoredIdempotencyRecord = {
    ...idempotencyKey,
    key,
    state,
    response: response === undefined ? null : JSON.stringify(response),
    subjectId: subjectId ?? null,
    journalId: journalId ?? null,
    attemptId,
    createdAt: committedAt,
  };
  inserts.add('money_request', IDEMPOTENCY_COLUMNS, [
    stored.scope,
    stored.action,
    stored.key,
    stored.fingerprint,
    state,
    stored.response,
    stored.subjectId,
    stored.journalId,
    attemptId,
    committedAt,
    idempotencyChecksum(stored, recordsKey),
  ]);
}

function addJournals(inserts: Inserts, { journals, head }: WrittenPlan): void {
  if (!head) return;
  let line = 0;
  journals.forEach((journal, position) => {
    inserts.add('journal', JOURNAL_COLUMNS, [
      head.batchNo,
      position,
      journal.id,
      journal.kind,
      journal.subject,
      journal.postedAt,
      journal.request,
    ]);
    for (const { account, seq, amountKobo, balanceKobo, note } of journal.lines) {
      inserts.add('posting', POSTING_COLUMNS, [
        account,
        journal.postedAt,
        seq,
        journal.id,
        head.batchNo,
        line++,
        amountKobo,
        balanceKobo,
        journal.kind,
        note,
      ]);
    }
  });
}

class Inserts {
  private readonly byColumns = new Map<readonly string[], InsertGroup>();
  private readonly byShape = new Map<string, InsertGroup>();

  /** @param columns the same array for the same table, because groups are found by identity */
  add(table: string, columns: readonly string[], row: ColumnValue[]): void {
    const group = this.byColumns.get(columns);
    if (group) group.rows.push(row);
    else this.byColumns.set(columns, { table, columns, rows: [row] });
  }

  addRow(table: string, values: Readonly<Record<string, RowValue>>, committedAt: number): void {
    const columns = Object.keys(values);
    const row = Object.values(values).map((value) => (value === COMMITTED_AT ? committedAt : value));
    const shape = `${table} ${columns.join()}`;
    const group = this.byShape.get(shape);
    if (group) group.rows.push(row);
    else this.byShape.set(shape, { table, columns, rows: [row] });
  }

  groups(): InsertGroup[] {
    return [...this.byColumns.values(), ...this.byShape.values()];
  }
}

function filled(values: Readonly<Record<string, RowValue>>, committedAt: number): [string, ColumnValue][] {
  return Object.entries(values).map(([column, value]) => [column, value === COMMITTED_AT ? committedAt : value]);
}

/** Sums the additions to one counter; sorted by key, so that batches lock counters in the same order. */
function addUp(increments: readonly CounterIncrement[]): IncrementGroup[] {
  const groups = new Map<
    string,
    { table: string; keyColumns: string[]; addColumns: string[]; sums: Map<string, { key: ColumnValue[]; add: number[] }> }
  >();
  for (const { table, key, add } of increments) {
    const keyColumns = Object.keys(key);
    const addColumns = Object.keys(add);
    const shape = `${table}(${keyColumns.join()})(${addColumns.join()})`;
    const group = groups.get(shape) ?? { table, keyColumns, addColumns, sums: new Map() };
    groups.set(shape, group);
    const name = JSON.stringify(Object.values(key));
    const sum: { key: ColumnValue[]; add: number[] } = group.sums.get(name) ?? {
      key: Object.values(key),
      add: addColumns.map(() => 0),
    };
    sum.add = sum.add.map((value, index) => value + add[addColumns[index]!]!);
    group.sums.set(name, sum);
  }
  return [...groups.values()].map(({ table, keyColumns, addColumns, sums }) => ({
    table,
    keyColumns,
    addColumns,
    rows: [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, { key, add }]) => [...key, ...add]),
  }));
}

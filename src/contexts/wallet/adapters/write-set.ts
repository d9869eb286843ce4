import { type ColumnValue, type FactIncrement, type FactValue, RECORDED } from '../../../kernel/fact.js';
import { newId } from '../../../kernel/ids.js';
import type { BatchPlan, RequestEntry } from '../domain/batch.js';
import { requestSeal, type StoredRequest } from '../domain/request-seal.js';

/** Rows of one table with the same columns: one INSERT. */
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

/** Everything a batch writes, in the order it is written; the dialects only spell it. */
export interface WriteSet {
  /** The money requests come first, so that a request seen before ends the batch early. */
  readonly inserts: readonly InsertGroup[];
  readonly changes: readonly ChangeStatement[];
  readonly increments: readonly IncrementGroup[];
  readonly accounts: readonly ColumnValue[][];
  /** The link of the chain that this is, where money moves: a row of its own, and the new head. */
  readonly batch: WrittenBatch | undefined;
}

export interface WrittenBatch {
  readonly batchNo: number;
  readonly journals: number;
  readonly hash: string;
  readonly recorded: number;
}

export function writeSet(plan: BatchPlan): WriteSet {
  const inserts = new Inserts();
  for (const entry of plan.requests) addRequest(inserts, entry);
  addJournals(inserts, plan);
  const changes: ChangeStatement[] = [];
  const increments: FactIncrement[] = [];
  for (const { fact, recorded } of plan.accepted) {
    for (const { table, values } of fact.records ?? []) inserts.addRecord(table, values, recorded);
    for (const { table, key, set } of fact.changes ?? [])
      changes.push({ table, key: Object.entries(key), set: filled(set, recorded) });
    increments.push(...(fact.increments ?? []));
    for (const event of fact.events ?? []) {
      inserts.add('outbox', OUTBOX_COLUMNS, [newId(), event.name, JSON.stringify(event.data), recorded, 0]);
    }
  }
  const opened = plan.head?.recorded ?? 0;
  return {
    inserts: inserts.groups(),
    changes,
    increments: addUp(increments),
    accounts: [...plan.accounts].map(([id, { balanceKobo, seq }]) => [
      id,
      id.startsWith('system:') ? 'system' : 'wallet',
      balanceKobo,
      seq,
      opened,
    ]),
    batch: plan.head && { ...plan.head, journals: plan.journals.length },
  };
}

const REQUEST_COLUMNS = [
  'scope',
  'action',
  'request_key',
  'digest',
  'state',
  'answer',
  'subject',
  'journal_id',
  'writer',
  'recorded',
  'seal',
];
const JOURNAL_COLUMNS = ['batch_no', 'position', 'id', 'kind', 'subject', 'recorded'];
const POSTING_COLUMNS = [
  'account_id',
  'recorded',
  'seq',
  'journal_id',
  'batch_no',
  'line',
  'amount_kobo',
  'balance_kobo',
  'kind',
  'note',
];
const OUTBOX_COLUMNS = ['id', 'name', 'data', 'recorded', 'queued_at'];
export const ACCOUNT_COLUMNS = ['id', 'kind', 'balance_kobo', 'seq', 'recorded'];

function addRequest(inserts: Inserts, entry: RequestEntry): void {
  const { request, state, answer, subject, journalId, writer, recorded } = entry;
  const { scope, action, key, digest } = request;
  const stored: StoredRequest = {
    scope,
    action,
    key,
    digest,
    state,
    answer: answer === undefined ? null : JSON.stringify(answer),
    subject: subject ?? null,
    journalId: journalId ?? null,
    writer,
    recorded,
  };
  inserts.add('money_request', REQUEST_COLUMNS, [
    scope,
    action,
    key,
    digest,
    state,
    stored.answer,
    stored.subject,
    stored.journalId,
    writer,
    recorded,
    requestSeal(stored),
  ]);
}

function addJournals(inserts: Inserts, { journals, head }: BatchPlan): void {
  if (!head) return;
  let line = 0;
  journals.forEach((journal, position) => {
    inserts.add('journal', JOURNAL_COLUMNS, [
      head.batchNo,
      position,
      journal.id,
      journal.kind,
      journal.subject,
      journal.recorded,
    ]);
    for (const { account, seq, amountKobo, balanceKobo, note } of journal.lines) {
      inserts.add('posting', POSTING_COLUMNS, [
        account,
        journal.recorded,
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

  /** @param columns always the same array for the same table, so that finding its group costs next to nothing */
  add(table: string, columns: readonly string[], row: ColumnValue[]): void {
    const group = this.byColumns.get(columns);
    if (group) group.rows.push(row);
    else this.byColumns.set(columns, { table, columns, rows: [row] });
  }

  addRecord(table: string, values: Readonly<Record<string, FactValue>>, recorded: number): void {
    const columns = Object.keys(values);
    const row = Object.values(values).map((value) => (value === RECORDED ? recorded : value));
    const shape = `${table} ${columns.join()}`;
    const group = this.byShape.get(shape);
    if (group) group.rows.push(row);
    else this.byShape.set(shape, { table, columns, rows: [row] });
  }

  groups(): InsertGroup[] {
    return [...this.byColumns.values(), ...this.byShape.values()];
  }
}

function filled(values: Readonly<Record<string, FactValue>>, recorded: number): [string, ColumnValue][] {
  return Object.entries(values).map(([column, value]) => [column, value === RECORDED ? recorded : value]);
}

/** Many additions to one counter are one; in the order of their keys, so that batches lock counters alike. */
function addUp(increments: readonly FactIncrement[]): IncrementGroup[] {
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

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SystemClock } from '../../src/kernel/clock.js';
import { newId } from '../../src/kernel/ids.js';
import type { AccountRecord } from '../../src/ledger/adapters/ledger-records.js';
import { LedgerProof, type ProvedAccounts } from '../../src/ledger/adapters/ledger-proof.js';
import { SqlIdempotencyRecords } from '../../src/ledger/adapters/sql/sql-idempotency-records.js';
import { ledgerFailures } from '../../src/ledger/domain/ledger.failures.js';
import { BACKENDS, IS_TIDB } from '../support/backend.js';
import { chainKeysOf, movement, openLedger, request, storeOf, type LedgerFixture } from '../support/ledger-fixture.js';
import { verifierOf, verify } from './verify.js';

type Value = string | number | null;
type Row = Record<string, Value>;

/** Primary keys, to write a row back. */
const KEYS: Record<string, readonly string[]> = {
  ledger_batch: ['batch_no'],
  journal: ['batch_no', 'position'],
  posting: ['account_id', 'recorded', 'seq'],
  ledger_account: ['id'],
  ledger_head: ['id'],
  money_request: ['scope', 'action', 'request_key'],
};

/** Every column of every table, what it is changed to, and the tables and columns that may be named for it. */
const CHANGES: readonly [table: string, column: string, value: (old: Value) => Value, named: readonly string[]][] = [
  ['ledger_batch', 'batch_no', () => 900, ['ledger_batch.batch_no']],
  ['ledger_batch', 'journals', plus(1), ['ledger_batch.journals']],
  ['ledger_batch', 'journals', plus(-1), ['ledger_batch.journals']],
  ['ledger_batch', 'hash', () => 'f'.repeat(64), ['ledger_batch.hash']],
  ['ledger_batch', 'recorded', plus(1), ['ledger_batch.recorded']],
  ['ledger_batch', 'key_id', () => '', ['ledger_batch.key_id']],
  ['ledger_batch', 'key_id', () => 'another', ['ledger_batch.key_id']],
  ['journal', 'batch_no', () => 900, ['posting.journal_id', 'journal.position']],
  ['journal', 'position', plus(50), ['journal.position', 'posting.journal_id']],
  ['journal', 'id', () => newId(), ['posting.journal_id']],
  ['journal', 'kind', () => 'refund', ['posting.kind']],
  ['journal', 'subject', () => 'another', ['ledger_batch.hash']],
  ['journal', 'recorded', plus(1), ['posting.recorded', 'journal.recorded']],
  ['journal', 'recorded', plus(-100_000), ['journal.recorded']],
  ['journal', 'request', () => 'changed', ['ledger_batch.hash']],
  ['posting', 'account_id', () => 'nobody', ['posting.seq', 'ledger_batch.hash']],
  ['posting', 'recorded', plus(1), ['posting.recorded']],
  // More than the account has, because two of the same millisecond may not have the same.
  ['posting', 'seq', plus(1_000), ['posting.seq']],
  ['posting', 'journal_id', () => newId(), ['posting.journal_id']],
  ['posting', 'batch_no', () => 900, ['posting.line', 'journal.postings']],
  ['posting', 'line', plus(500), ['posting.line']],
  ['posting', 'amount_kobo', plus(1), ['posting.balance_kobo']],
  ['posting', 'amount_kobo', () => 0, ['posting.amount_kobo']],
  ['posting', 'balance_kobo', plus(1), ['posting.balance_kobo']],
  ['posting', 'kind', () => 'refund', ['posting.kind']],
  ['posting', 'note', () => 'something else', ['ledger_batch.hash']],
  ['ledger_account', 'id', () => 'nobody', ['ledger_account.balance_kobo', 'ledger_account.kind', 'ledger_account.id']],
  ['ledger_account', 'kind', (old) => (old === 'system' ? 'wallet' : 'system'), ['ledger_account.kind']],
  ['ledger_account', 'balance_kobo', plus(1), ['ledger_account.balance_kobo']],
  ['ledger_account', 'seq', plus(1), ['ledger_account.seq']],
  ['ledger_head', 'id', plus(1), ['ledger_head.id']],
  ['ledger_head', 'batch_no', plus(1), ['ledger_head.batch_no']],
  ['ledger_head', 'hash', () => 'f'.repeat(64), ['ledger_head.hash']],
  ['ledger_head', 'recorded', plus(1), ['ledger_head.recorded']],
  ...['scope', 'action', 'request_key', 'digest', 'state', 'answer', 'subject', 'journal_id', 'writer', 'seal'].map(
    (column): (typeof CHANGES)[number] => ['money_request', column, () => 'changed', ['money_request.seal']],
  ),
  ['money_request', 'recorded', plus(1), ['money_request.seal']],
];

function plus(amount: number): (old: Value) => Value {
  return (old) => Number(old) + amount;
}

describe.each(BACKENDS)('ledger:verify on %s', (backend) => {
  let books: LedgerFixture;
  let ada: string;

  beforeAll(async () => {
    books = await openLedger(backend);
    ada = await books.wallet(100_000);
    const ben = await books.wallet(50_000);
    for (let round = 0; round < 4; round++) {
      const commands = Array.from({ length: 5 }, (_, index) => movement(ada, ben, 100 + index));
      await Promise.all(commands.map((command) => books.ledger.commit(command)));
    }
    await books.ledger.commit(movement(ben, ada, 999_999)).catch(() => undefined);
    const pending = movement(ada, ben, 700, { response: undefined, subjectId: newId() });
    await books.ledger.commit(pending);
    const requests = new SqlIdempotencyRecords(books.database, new SystemClock(), chainKeysOf(books.config));
    await requests.answer(pending.idempotencyKey, { orderId: 'one' });
    const { name, text } = ledgerFailures.insufficient_funds;
    await requests.refuse(request(), { name, text });
    // Triggers refuse these changes, so they are dropped first. TiDB has none.
    for (const table of IS_TIDB ? [] : ['posting', 'journal', 'ledger_batch', 'money_request'])
      for (const event of ['update', 'delete']) await books.dataSource.query(`DROP TRIGGER ${table}_no_${event}`);
    if (backend === 'mysql')
      await books.dataSource.query('ALTER TABLE ledger_account DROP CONSTRAINT ledger_account_wallet_not_below_zero');
  });
  afterAll(() => books.close());

  it('accepts a consistent ledger, and counts it', async () => {
    const reports: number[] = [];
    const verdict = await verify(books.config, ({ batches }) => reports.push(batches));
    const counted = { batches: 7, journals: 23, postings: 46, accounts: 3, requests: 25 };
    expect(verdict).toEqual({ ok: true, ...counted, faults: [], faultCount: 0, accepted: 0 });
    expect(reports).toEqual([7]);
  });

  it.each(CHANGES)('finds a changed %s.%s', async (table, column, change, named) => {
    const row = await oneOf(table);
    const changed = { ...row, [column]: change(row[column]!) };
    await replace(table, row, changed);
    const { ok, wrong } = await verify(books.config);
    await replace(table, changed, row);
    expect(ok).toBe(false);
    expect(named).toContain(`${wrong!.table}.${wrong!.column}`);
    expect(wrong!.expected).not.toBe(wrong!.found);
    const keys = [keyOf(table, row), keyOf(table, changed), ...later(table)];
    expect(wrong!.table !== table || keys.includes(wrong!.key), `${wrong!.key} is named`).toBe(true);
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  it.each(CHANGES)('finds a changed %s.%s also in ranges of two batches', async (table, column, change, named) => {
    const row = await oneOf(table);
    const changed = { ...row, [column]: change(row[column]!) };
    const verifyLedger = verifierOf(books.config);
    await replace(table, row, changed);
    const { ok, wrong } = await verifyLedger.execute({ batchesPerRange: 2 });
    await replace(table, changed, row);
    expect(ok).toBe(false);
    // In the middle of the chain an account begins as its first posting says.
    expect([...named, 'ledger_batch.hash']).toContain(`${wrong!.table}.${wrong!.column}`);
    const { batches, postings } = await verifyLedger.execute({ batchesPerRange: 2 });
    expect({ batches, postings }).toEqual({ batches: 7, postings: 46 });
  });

  const named: Record<string, readonly string[]> = {
    ledger_batch: ['ledger_batch.batch_no'],
    journal: ['journal.position', 'posting.journal_id'],
    posting: ['posting.line', 'journal.postings'],
    ledger_account: ['ledger_account.id'],
    ledger_head: ['ledger_head.id'],
    money_request: ['journal.id'],
  };
  it.each(Object.entries(named))('finds a row deleted from %s', async (table, expected) => {
    const row = await oneOf(table);
    await remove(table, row);
    const { wrong } = await verify(books.config);
    await insert(table, row);
    expect(expected).toContain(`${wrong!.table}.${wrong!.column}`);
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  const strange: [table: string, over: Row, named: string][] = [
    ['ledger_batch', { batch_no: 8 }, 'ledger_batch.journals'],
    ['journal', { batch_no: 8, position: 0, id: 'another' }, 'journal.batch_no'],
    ['journal', { batch_no: 7, position: 5, id: 'another' }, 'ledger_batch.journals'],
    ['posting', { account_id: 'nobody', batch_no: 8, line: 0 }, 'posting.batch_no'],
    ['ledger_account', { id: 'nobody', kind: 'wallet' }, 'ledger_account.balance_kobo'],
    ['ledger_head', { id: 2 }, 'ledger_head.id'],
  ];
  it.each(strange)('finds a row inserted into %s (%j)', async (table, over, expected) => {
    const row = { ...(await oneOf(table)), ...over };
    await insert(table, row);
    const { wrong } = await verify(books.config);
    await remove(table, row);
    expect(`${wrong!.table}.${wrong!.column}`).toBe(expected);
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  it('finds a consistent forgery by the hash chain', async () => {
    const forge = (kobo: number) => [
      `UPDATE posting SET amount_kobo = amount_kobo + ${kobo}, balance_kobo = balance_kobo + ${kobo} WHERE batch_no = 7 AND line = 0`,
      `UPDATE posting SET amount_kobo = amount_kobo - ${kobo}, balance_kobo = balance_kobo - ${kobo} WHERE batch_no = 7 AND line = 1`,
      `UPDATE ledger_account SET balance_kobo = balance_kobo + ${kobo} WHERE id = '${ada}'`,
      `UPDATE ledger_account SET balance_kobo = balance_kobo - ${kobo} WHERE id <> '${ada}' AND kind = 'wallet'`,
    ];
    for (const sql of forge(300)) await books.dataSource.query(sql);
    const { wrong } = await verify(books.config);
    for (const sql of forge(-300)) await books.dataSource.query(sql);
    expect(wrong).toMatchObject({ table: 'ledger_batch', key: '7', column: 'hash' });
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  it.each([
    ['at once', undefined],
    ['in ranges of two batches', 2],
  ])('lists every wrong row of several tables, each once (%s)', async (_, batchesPerRange) => {
    const changes = [
      ['posting', "note = 'forged' WHERE batch_no = 3 AND line = 0"],
      ['journal', "subject = 'forged' WHERE batch_no = 5 AND position = 0"],
      ['ledger_account', `balance_kobo = balance_kobo + 1 WHERE id = '${ada}'`],
      ['ledger_account', "seq = seq + 1 WHERE id = 'system:suspense'"],
    ] as const;
    const tables = ['posting', 'journal', 'ledger_account'];
    const before = new Map<string, Row[]>();
    for (const table of tables) before.set(table, await books.dataSource.query(`SELECT * FROM ${table}`));
    const requests: Row[] = await books.dataSource.query('SELECT * FROM money_request ORDER BY request_key LIMIT 2');
    for (const [table, change] of changes) await books.dataSource.query(`UPDATE ${table} SET ${change}`);
    for (const row of requests) await replace('money_request', row, { ...row, digest: 'forged' });
    const verdict = await verifierOf(books.config).execute(batchesPerRange ? { batchesPerRange } : {});
    for (const row of requests) await replace('money_request', { ...row, digest: 'forged' }, row);
    for (const [table, rows] of before) {
      await books.dataSource.query(`DELETE FROM ${table}`);
      for (const row of rows) await insert(table, row);
    }
    expect(verdict.faults.map(({ table, key, column }) => `${table} ${key} ${column}`).toSorted()).toEqual(
      [
        'ledger_batch 3 hash',
        'ledger_batch 5 hash',
        `ledger_account ${ada} balance_kobo`,
        'ledger_account system:suspense seq',
        ...requests.map((row) => `money_request ${keyOf('money_request', row)} seal`),
      ].toSorted(),
    );
    expect(verdict).toMatchObject({ ok: false, faultCount: 6, batches: 7, postings: 46 });
    expect(await verify(books.config)).toMatchObject({ ok: true });
  });

  it('lists a posting that does not follow and the hash of its batch, and nothing of the postings behind it', async () => {
    const change = (sign: string) => `UPDATE posting SET amount_kobo = amount_kobo ${sign} 5 WHERE batch_no = 4 AND line = 2`;
    await books.dataSource.query(change('+'));
    const { faults } = await verify(books.config);
    await books.dataSource.query(change('-'));
    expect(faults.map(({ table, column }) => `${table}.${column}`)).toEqual([
      'posting.balance_kobo',
      'journal.postings',
      'ledger_batch.hash',
    ]);
  });

  it('does not tell the hash that a forged batch would need', async () => {
    const row = await oneOf('ledger_batch');
    const changed = { ...row, hash: 'f'.repeat(64) };
    await replace('ledger_batch', row, changed);
    const verdict = await verify(books.config);
    await replace('ledger_batch', changed, row);
    expect(verdict.wrong).toMatchObject({ table: 'ledger_batch', column: 'hash' });
    expect(JSON.stringify(verdict.wrong)).not.toContain(String(row['hash']));
  });

  it('finds a negative wallet in an otherwise consistent ledger', async () => {
    const cara = await books.wallet(0);
    await books.dataSource.query("UPDATE ledger_account SET kind = 'system', balance_kobo = 500 WHERE id = ?", [cara]);
    const careless = books.anotherLedger(() => storeOf(books, [], new TrustingProof(() => undefined)));
    await careless.commit(movement(cara, ada, 500));
    const { wrong } = await verify(books.config);
    expect(wrong).toMatchObject({ table: 'posting', column: 'balance_kobo', key: expect.stringContaining(cara) as string });
  });

  /** A row from the middle; of the accounts the one with most postings, of the requests one that moved money. */
  async function oneOf(table: string): Promise<Row> {
    const order =
      { ledger_account: 'seq DESC', posting: 'batch_no, line', money_request: 'recorded' }[table] ?? KEYS[table]!.join();
    const where = { money_request: "WHERE journal_id IS NOT NULL AND state = 'answered'" }[table] ?? '';
    const rows: Row[] = await books.dataSource.query(`SELECT * FROM ${table} ${where} ORDER BY ${order}`);
    return rows[table === 'ledger_account' ? 0 : Math.floor(rows.length / 2)]!;
  }

  async function insert(table: string, row: Row): Promise<void> {
    const columns = Object.keys(row);
    const sql = `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`;
    await books.dataSource.query(sql, Object.values(row));
  }

  async function remove(table: string, row: Row): Promise<void> {
    const where = KEYS[table]!.map((column) => `${column} = ?`).join(' AND ');
    await books.dataSource.query(`DELETE FROM ${table} WHERE ${where}`, valuesOf(table, row));
  }

  async function replace(table: string, old: Row, fresh: Row): Promise<void> {
    await remove(table, old);
    await insert(table, fresh);
  }
});

function valuesOf(table: string, row: Row): Value[] {
  return KEYS[table]!.map((column) => row[column]!);
}

function keyOf(table: string, row: Row): string {
  return valuesOf(table, row).join('/');
}

/** A batch number that is missing shows at the next batch. */
function later(table: string): string[] {
  return table === 'ledger_batch' ? ['5'] : [];
}

/** As of a ledger that believes every row. */
class TrustingProof extends LedgerProof {
  override accounts(rows: readonly AccountRecord[]): ProvedAccounts {
    const states = rows.map(({ id, balance_kobo: balanceKobo, seq }) => [id, { balanceKobo, seq }] as const);
    return { accounts: new Map(states), doubts: new Map() };
  }

  override provedBatches = () => new Map();
  override batches = () => Promise.resolve(new Map());
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_GRANTS } from '../../../src/contexts/staff/members/grants.js';
import { Catalogue } from '../../../src/contexts/catalogue/index.js';
import { Records } from '../../../src/contexts/staff/records/records.js';
import { WorkQueue } from '../../../src/contexts/staff/records/work-queue.js';
import { Failure } from '../../../src/kernel/failure.js';
import type { ColumnValue } from '../../../src/kernel/row-changes.js';
import { Database } from '../../../src/platform/database/database.js';
import { startApp, type TestApp } from '../../support/app.js';
import { BACKENDS } from '../../support/backend.js';
import { ManualClock } from '../../support/clocks.js';
import { QueryPlans } from '../../support/query-plans.js';

const ROWS = 3_000;
/** Open ones in each table. */
const OPEN = 12;
const MOST_ROWS_READ = 100;
const GRANTS = new Set<string>(ALL_GRANTS);

describe.each(BACKENDS)('what staff search and have to do on %s', (backend) => {
  let service: TestApp;
  let database: Database;
  let plans: QueryPlans;

  beforeAll(async () => {
    service = await startApp(backend, {}, new ManualClock());
    database = service.app.get(Database, { strict: false });
    await fill();
    const tables = Object.keys(TABLES).join();
    // Nobody does it on SQLite.
    if (backend === 'mysql') await database.manager.query(`ANALYZE TABLE ${tables}`);
    plans = new QueryPlans(backend, database);
    // The catalogue is small, and kept in memory.
    await service.app.get(Catalogue, { strict: false }).current();
    // The newest of each kind are read as a whole, once in ten minutes.
    await search('word14 sur');
  });
  afterAll(() => service.close());

  /** Rows in every table; columns that are not named here hold an empty text or zero. */
  async function fill(): Promise<void> {
    for (const [table, valuesOf] of Object.entries(TABLES)) {
      const given = Array.from({ length: ROWS }, (_, number) => valuesOf(number));
      const rows = given.map((values) => ({ ...defaults(table), ...values }));
      const columns = Object.keys(rows[0]!);
      for (let from = 0; from < ROWS; from += 200) {
        const chunk = rows.slice(from, from + 200);
        const marks = chunk.map(() => `(${columns.map(() => '?').join()})`).join();
        const values = chunk.flatMap((row) => Object.values(row));
        await database.manager.query(`INSERT INTO ${table} (${columns.join()}) VALUES ${marks}`, values);
      }
    }
  }

  function defaults(table: string): Record<string, ColumnValue> {
    const { columns } = database.dataSource.entityMetadatas.find(({ tableName }) => tableName === table)!;
    return Object.fromEntries(
      columns
        .filter(({ isNullable, default: given }) => !isNullable && given === undefined)
        .map(({ databaseName, type }) => [databaseName, type === 'varchar' || type === 'text' ? '' : 0]),
    );
  }

  async function faultsOf(read: () => Promise<unknown>): Promise<string[]> {
    // In a transaction, TypeORM sends every query, and logs it.
    const queries = (await plans.queriesOf(() => database.transaction(read))).filter(
      ({ sql }) => sql.startsWith('SELECT') && !sql.includes(' catalogue_sync '),
    );
    expect(queries.length).toBeGreaterThan(8);
    const faults: string[] = [];
    for (const query of queries)
      for (const fault of await plans.faultsOf(query, { rows: MOST_ROWS_READ, maySort: true }))
        faults.push(`${query.sql}: ${fault}`);
    return faults;
  }

  async function search(text: string): Promise<void> {
    await service.app
      .get(Records, { strict: false })
      .search(text, GRANTS)
      .catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error;
      });
  }

  it('the check detects a scan', async () => {
    const counting = { sql: 'SELECT COUNT(*) FROM ticket WHERE subject = ?', values: [''] };
    expect(await plans.faultsOf(counting, { rows: MOST_ROWS_READ, maySort: true })).not.toEqual([]);
  });

  const SEARCHES = [
    'x1500',
    'word14 sur',
    'sur',
    'user1500@example.com',
    '08030001500',
    'TCK-20261120-15',
    'nothing of that name',
    '0803000',
  ];

  it.each(SEARCHES)('a search for %s examines few rows', async (text) => {
    expect(await faultsOf(() => search(text))).toEqual([]);
  });

  it('the work queue examines few rows', async () => {
    expect(await faultsOf(() => service.app.get(WorkQueue, { strict: false }).overview(GRANTS))).toEqual([]);
  });
});

const isOpen = (number: number) => number % (ROWS / OPEN) === 0;
const common = (number: number) => ({ id: `x${number}`, recorded: number });

const TABLES: Readonly<Record<string, (number: number) => Record<string, ColumnValue>>> = {
  user_account: (number) => ({
    ...common(number),
    email: `user${number}@example.com`,
    phone_number: `+23480300${String(number).padStart(5, '0')}`,
    reference_id: `R${number}`,
  }),
  user_name_word: (number) => ({
    user_id: `x${number >> 1}`,
    word: number % 2 === 0 ? `word${number % 200}` : `surname${number}`,
    recorded: number,
  }),
  purchase: (number) => ({
    ...common(number),
    user_id: `x${number}`,
    customer_id: `c${number}`,
    status: isOpen(number) ? 'pending' : 'completed',
    next_query_at: null,
  }),
  purchase_attempt: (number) => ({ ...common(number), purchase_id: `x${number}`, reference: `r${number}`, provider: 'sandbox' }),
  purchase_answer: (number) => ({ ...common(number), purchase_id: `x${number}`, provider_reference: `t${number}` }),
  payout: (number) => ({
    ...common(number),
    user_id: `x${number}`,
    account: String(number).padStart(10, '0'),
    session_id: `s${number}`,
    status: isOpen(number) ? 'pending' : 'completed',
    next_query_at: null,
  }),
  payout_attempt: (number) => ({
    ...common(number),
    payout_id: `x${number}`,
    attempt_no: 1,
    reference: `pr${number}`,
    provider: 'sandbox',
  }),
  payout_answer: (number) => ({ ...common(number), payout_id: `x${number}`, provider_reference: `pt${number}` }),
  staff_case: (number) => ({
    ...common(number),
    kind: 'purchase',
    record_id: `x${number}`,
    owner_id: `a${number}`,
    due_at: null,
  }),
  staff_profile: (number) => ({
    ...common(number),
    user_id: `x${number}`,
    tracking_id: `tracking${number}`,
    email: `staff${number}@example.com`,
    agent_name: `agent${number}`,
    profile_seal: null,
  }),
  contact_form: (number) => ({
    ...common(number),
    email: `user${number}@example.com`,
    status: isOpen(number) ? 'pending' : 'closed',
  }),
  deposit_order: (number) => ({ ...common(number), user_id: `x${number}`, account_number: `a${number}`, provider: 'sandbox' }),
  deposit_payment: (number) => ({
    ...common(number),
    provider: 'sandbox',
    transaction_id: `tx${number}`,
    provider_reference: `tr${number}`,
    account_number: `a${number}`,
    order_id: isOpen(number) ? '' : `x${number}`,
    settlement_id: '',
    reversal_id: '',
  }),
  transfer: (number) => ({ ...common(number), sender_id: `x${number}`, receiver_id: `x${number + 1}` }),
  ticket: (number) => ({
    ...common(number),
    user_id: `x${number}`,
    reference: `TCK-20261120-${String(number).padStart(4, '0')}`,
    status: isOpen(number) ? 'open' : 'closed',
  }),
  system_log: (number) => ({ ...common(number), log_key: `k${number}`, status: isOpen(number) ? 'open' : 'resolved' }),
  proposal: (number) => ({
    ...common(number),
    subject: `purchase:x${number}`,
    status: isOpen(number) ? 'proposed' : 'executed',
    proposed_by: 'a',
    approved_by: 'b',
    decided_by: 'c',
    approvals: 1,
  }),
  webhook: (number) => ({
    ...common(number),
    partner: 'p',
    event_id: `e${number}`,
    status: isOpen(number) ? 'failed' : 'succeeded',
  }),
};

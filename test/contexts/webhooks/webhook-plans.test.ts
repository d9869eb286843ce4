import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebhookAttemptRow, WebhookEndpointRow, WebhookRow } from '../../../src/contexts/webhooks/webhooks.rows.js';
import { type NewWebhook, HELD_BACK } from '../../../src/contexts/webhooks/webhooks.js';
import { newId } from '../../../src/kernel/ids.js';
import { MIGRATIONS } from '../../../src/migrations/index.js';
import { tableOf } from '../../../src/platform/database/table.js';
import { BACKENDS } from '../../support/backend.js';
import { type Query, QueryPlans } from '../../support/query-plans.js';
import { makeTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { MemorySender } from './support/memory-sender.js';
import { WebhookProcess } from './support/webhook-process.js';

const SUBJECTS = 1_500;
const PAGE = 50;
const PARTNERS = ['endpoint-a', 'endpoint-b', 'endpoint-c'] as const;

describe.each(BACKENDS)('statements about webhooks on %s', (backend) => {
  let test: TestDatabase;
  let process: WebhookProcess;
  let plans: QueryPlans;

  beforeAll(async () => {
    const rows = [WebhookRow, WebhookAttemptRow, WebhookEndpointRow];
    test = await makeTestDatabase(backend, rows, MIGRATIONS);
    process = new WebhookProcess(test, new MemorySender());
    await fill();
    await test.database.manager.query(backend === 'mysql' ? 'ANALYZE TABLE webhook' : 'ANALYZE');
    plans = new QueryPlans(backend, test.database);
  });
  afterAll(() => test.drop());

  /** At each partner transfers and two webhooks of each purchase; of the last ones the first is open, and the second waits. */
  async function fill(): Promise<void> {
    const common = { direction: 'outbound', payload: '{}', lastError: '', createdAt: 0, attempts: 0 } as const;
    const rows = PARTNERS.flatMap((partner) =>
      Array.from({ length: SUBJECTS }, (_, index) => {
        const isOpen = index > SUBJECTS - 2 * PAGE;
        const row = (event: string, nextAttemptAt: number, subject: string | null, sequenceNo: number | null) => {
          const id = newId();
          const status = isOpen ? ('pending' as const) : ('succeeded' as const);
          return { ...common, id, eventId: id, partner, event, status, nextAttemptAt, subject, sequenceNo };
        };
        return [
          row('transfer.completed', 0, null, null),
          row('purchase.completed', 0, `purchase-${index}`, 1),
          row('purchase.reversed', isOpen ? HELD_BACK : 0, `purchase-${index}`, 2),
        ];
      }).flat(),
    );
    await test.database.transaction(() => tableOf(WebhookRow).insertNew(test.database, rows));
  }

  const newOnes = (event: string, subject: (index: number) => string | null): NewWebhook[] =>
    Array.from({ length: PAGE }, (_, index) => {
      const id = newId();
      const partner = PARTNERS[index % PARTNERS.length]!;
      return { id, direction: 'outbound', partner, eventId: id, event, payload: '{}', subject: subject(index) };
    });
  const queriesOf = async (work: () => Promise<unknown>): Promise<Query[]> => {
    const queries = await plans.queriesOf(() => test.database.transaction(work));
    return queries.filter(({ sql }) => /^\s*(SELECT|UPDATE)/.test(sql));
  };
  const faultsOf = async (queries: readonly Query[], rows: number) => {
    const reads = queries.filter(({ sql }) => /^\s*SELECT/.test(sql));
    return (await Promise.all(reads.map((query) => plans.faultsOf(query, { rows, maySort: true })))).flat();
  };

  it('write first events of subjects that have one without a statement more', async () => {
    expect(await queriesOf(() => process.webhooks.addAll(newOnes('transfer.completed', () => null)))).toEqual([]);
  });

  it('number a page of webhooks by one read by index', async () => {
    const queries = await queriesOf(() => process.webhooks.addAll(newOnes('purchase.reversed', (index) => `purchase-${index}`)));
    expect(queries).toHaveLength(1);
    expect(await faultsOf(queries, 6 * PAGE)).toEqual([]);
  });

  it('look for what an endpoint has rows of, and what is open, by index', async () => {
    const [eventIds, subjects] = [
      Array.from({ length: PAGE }, () => newId()),
      Array.from({ length: PAGE }, (_, index) => `purchase-${index}`),
    ];
    const queries = await queriesOf(() => process.webhooks.known('endpoint-a', eventIds, subjects));
    expect(queries).toHaveLength(2);
    expect(await faultsOf(queries, 8 * PAGE)).toEqual([]);
    expect(await queriesOf(() => process.webhooks.known('endpoint-a', [], []))).toEqual([]);
  });

  it('look for those that waited by one read by index, and by none where nothing can wait', async () => {
    const transfers = newOnes('transfer.completed', () => null);
    expect(await queriesOf(() => process.webhooks.releaseNext(transfers))).toEqual([]);
    const purchases = newOnes('purchase.completed', (index) => `purchase-${index}`);
    const queries = await queriesOf(() => process.webhooks.releaseNext(purchases));
    expect(queries).toHaveLength(1);
    expect(await faultsOf(queries, 8 * PAGE)).toEqual([]);
  });

  it('list those that are held back by index', async () => {
    const queries = await queriesOf(() => process.webhooks.listHeldBack('endpoint-b', PAGE, ''));
    expect(queries).toHaveLength(1);
    expect(await faultsOf(queries, 2 * PAGE)).toEqual([]);
  });
});

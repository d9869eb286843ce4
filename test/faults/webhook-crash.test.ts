import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSecret } from '../../src/contexts/webhooks/endpoints.js';
import { WebhookAttemptRow, WebhookEndpointRow, WebhookRow } from '../../src/contexts/webhooks/webhooks.rows.js';
import { idFor, newId } from '../../src/kernel/ids.js';
import { JournalCursorRow } from '../../src/ledger/log/adapters/typeorm/journal-cursor.row.js';
import { OutboxRow } from '../../src/platform/queue/outbox.row.js';
import { JournalProcess } from '../contexts/webhooks/support/journal-process.js';
import { MemorySender } from '../contexts/webhooks/support/memory-sender.js';
import { BACKENDS } from '../support/backend.js';
import { type LedgerFixture, movement, openLedger } from '../support/ledger-fixture.js';
import { type Compiled, compile } from './compiled.js';

/** More than two chunks. */
const JOURNALS = 500;
const CHUNK = 200;

let compiled: Compiled;
beforeAll(async () => {
  compiled = await compile();
});

describe.each(BACKENDS)('a process killed while it tells an endpoint of journals, on %s', (backend) => {
  let books: LedgerFixture;
  let wallets: string[];

  beforeAll(async () => {
    books = await openLedger(backend, {}, [WebhookRow, WebhookAttemptRow, WebhookEndpointRow, JournalCursorRow, OutboxRow]);
    wallets = [await books.wallet(1_000_000), await books.wallet(0)];
  });
  afterAll(() => books.close());

  it.each(['before', 'after'])(
    '%s it moves the cursor: all is told, at most one chunk twice, under the same ids',
    async (place) => {
      await books.database.rowsOnce('DELETE FROM webhook_endpoint');
      const { endpoints, cursors } = new JournalProcess(books, new MemorySender());
      const id = newId();
      const given = { id, url: 'https://subscriber.example/', events: [], description: '', batch: 1 };
      await endpoints.add({ ...given, status: 'active', createdAt: Date.now() }, newSecret());
      await cursors.resume(id);
      const commands = Array.from({ length: JOURNALS }, () => movement(wallets[0]!, wallets[1]!, 1));
      await Promise.all(commands.map((command) => books.ledger.commit(command)));
      await books.database.rowsOnce('UPDATE journal_cursor SET batch_no = (SELECT batch_no FROM ledger_head), position = 1000');
      const first = await run(place);
      expect(first.signal).toBe('SIGKILL');
      const second = await run();
      expect(second.signal).toBeNull();
      const ids = commands.map(({ journal }) => idFor(id, journal!.id)).toSorted();
      expect([...new Set([...first.sent, ...second.sent])].toSorted()).toEqual(ids);
      const repeated = second.sent.filter((each) => first.sent.includes(each)).length;
      expect(repeated).toBeLessThanOrEqual(CHUNK);
      if (place === 'before') expect(repeated).toBeGreaterThan(0);
      expect(await books.database.repository(WebhookRow).count()).toBe(0);
    },
  );

  async function run(...given: string[]): Promise<{ sent: string[]; signal: string | null }> {
    const env = { ...process.env, ...books.environment };
    const child = fork(compiled.file('test/faults/webhook-child.ts'), given, { env, silent: true });
    let text = '';
    child.stdout!.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr!.pipe(process.stderr);
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    expect([null, 0]).toContain(code);
    return { sent: text.split('\n').filter((line) => line !== ''), signal };
  }
});

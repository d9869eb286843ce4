/**
 * A process that consumes journals and kills itself at a place of the chunk with this number: `<place> <chunk>`. Without
 * arguments it ends when nothing is left.
 */
import { type ConsumedJournal, JournalConsumer, type JournalView } from '../../src/ledger/index.js';
import { JournalCursorRow } from '../../src/ledger/log/adapters/typeorm/journal-cursor.row.js';
import { Config } from '../../src/platform/config/config.js';
import type { Database } from '../../src/platform/database/database.js';
import { LeaseRow } from '../../src/platform/queue/lease.row.js';
import { OutboxRow } from '../../src/platform/queue/outbox.row.js';
import { makeFeed } from '../ledger/support/feed-fixture.js';
import { openLedgerAt } from '../support/ledger-fixture.js';
import { until } from '../support/until.js';

export type FeedPlace = 'before the commit' | 'after the commit';

const [place, chunk] = process.argv.slice(2) as [FeedPlace | undefined, string | undefined];

class LogConsumer extends JournalConsumer {
  readonly name = 'log';
  readonly kinds = ['transfer'] as const;
  private chunks = 0;

  constructor(private readonly database: Database) {
    super();
  }

  view(journals: readonly ConsumedJournal[]): Promise<JournalView> {
    const isLast = ++this.chunks === Number(chunk);
    const write = async () => {
      for (const { id } of journals) await this.database.rows('INSERT INTO effect_log (journal_id) VALUES (?)', [id]);
      if (isLast && place === 'before the commit') process.kill(process.pid, 'SIGKILL');
      if (isLast && place === 'after the commit') this.database.afterCommit(() => process.kill(process.pid, 'SIGKILL'));
    };
    return Promise.resolve({ prepare: () => Promise.resolve(write) });
  }
}

const config = Config.load(process.env);
const testBackend = {
  backend: config.embedded ? 'sqlite' : 'mysql',
  config,
  environment: {},
  remove: () => Promise.resolve(),
} as const;
const fixture = await openLedgerAt(testBackend, [JournalCursorRow, LeaseRow, OutboxRow]);
const { work } = makeFeed(config, fixture.database, new LogConsumer(fixture.database));
work.start();
await until(async () => {
  const behind = await fixture.database.rows(
    'SELECT 1 FROM journal JOIN journal_cursor c ON journal.batch_no > c.batch_no OR (journal.batch_no = c.batch_no AND journal.position > c.position) LIMIT 1',
  );
  return behind.length === 0;
});
await work.stop();
await fixture.close();

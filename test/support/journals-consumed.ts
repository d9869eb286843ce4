import { Database } from '../../src/platform/database/database.js';
import type { TestApp } from './app.js';
import { until } from './until.js';

const BEHIND = `SELECT 1 FROM journal JOIN journal_cursor cursors ON journal.batch_no > cursors.batch_no
  OR (journal.batch_no = cursors.batch_no AND journal.position > cursors.position) LIMIT 1`;

/** Waits until what follows from every committed journal (mails, webhooks) is committed too. */
export function journalsConsumed({ app }: TestApp): Promise<void> {
  const database = app.get(Database, { strict: false });
  return until(async () => (await database.rows(BEHIND)).length === 0);
}

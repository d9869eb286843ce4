/**
 * A process that tells an endpoint of journals, writes the id of each webhook, and kills itself at its second move of the cursor:
 * `before` or `after`. Without an argument it ends when nothing is left.
 */
import { writeSync } from 'node:fs';
import { WebhookAttemptRow, WebhookEndpointRow, WebhookRow } from '../../src/contexts/webhooks/webhooks.rows.js';
import type { JournalPosition } from '../../src/ledger/index.js';
import { JournalCursorRow } from '../../src/ledger/log/adapters/typeorm/journal-cursor.row.js';
import { Config } from '../../src/platform/config/config.js';
import { OutboxRow } from '../../src/platform/queue/outbox.row.js';
import { JournalProcess } from '../contexts/webhooks/support/journal-process.js';
import { MemorySender } from '../contexts/webhooks/support/memory-sender.js';
import { openLedgerAt } from '../support/ledger-fixture.js';

const [place] = process.argv.slice(2);
const config = Config.load(process.env);
const books = await openLedgerAt(
  { backend: config.embedded ? 'sqlite' : 'mysql', config, environment: {}, remove: () => Promise.resolve() },
  [WebhookRow, WebhookAttemptRow, WebhookEndpointRow, JournalCursorRow, OutboxRow],
);
const sender = new MemorySender();
sender.wait = ({ headers }) => Promise.resolve(void writeSync(1, `${headers['webhook-id']}\n`));
const told = new JournalProcess(books, sender);
const { cursors } = told;
const move = cursors.move.bind(cursors);
let moves = 0;
cursors.move = async (endpointId: string, from: JournalPosition, to: JournalPosition) => {
  const isLast = ++moves === 2;
  if (isLast && place === 'before') process.kill(process.pid, 'SIGKILL');
  const isMoved = await move(endpointId, from, to);
  if (isLast && place === 'after') process.kill(process.pid, 'SIGKILL');
  return isMoved;
};
await told.tell();
await books.close();

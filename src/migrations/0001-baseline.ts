import { createTables, differ, dropTables, forbidChanges, insertFirst, isMysql } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';
import { BOOKS_TABLES } from './baseline/books.js';
import { PAYMENTS_TABLES } from './baseline/payments.js';
import { PEOPLE_TABLES } from './baseline/people.js';
import { SERVICE_TABLES } from './baseline/service.js';

const TABLES = [...SERVICE_TABLES, ...PEOPLE_TABLES, ...BOOKS_TABLES, ...PAYMENTS_TABLES];

/** A changed payment would be credited again. */
const PAYMENT = ['id', 'provider', 'transaction_id', 'provider_reference', 'order_id', 'amount_kobo', 'recorded'];

const REQUEST = ['scope', 'action', 'request_key', 'digest', 'recorded'];
/** The answer of a request may be forgotten, but its row stays: the request would be executed again. */
const IS_FORGOTTEN = `OLD.state = 'answered' AND NEW.state = 'forgotten' AND NEW.answer IS NULL
  AND COALESCE(NEW.journal_id, '') = COALESCE(OLD.journal_id, '') AND NOT (${differ(REQUEST)})`;
const IS_ANSWERED_AGAIN = `(OLD.state <> 'pending' OR ${differ([...REQUEST, 'writer'])}) AND NOT (${IS_FORGOTTEN})`;

const HOLD = ['subject', 'kind', 'payer', 'held_kobo', 'recorded'];
const IS_OVER = "OLD.state IN ('posted', 'voided', 'reversed')";
const IS_REVERSED = "(OLD.state = 'posted' AND NEW.state = 'reversed')";
/** A provider may tell its costs after the end. The version keeps an old row from being put back. */
const HAS_LATER_COSTS = '(NEW.state = OLD.state AND NEW.version > OLD.version)';
/** Only another provider makes a hold `held` again: the same one would be told twice. */
const IS_TAKEN_BACK = "(OLD.state = 'submitted' AND NEW.state = 'held' AND NEW.account_id = OLD.account_id)";
const IS_HELD_AGAIN = `(${IS_OVER} AND NOT (${IS_REVERSED} OR ${HAS_LATER_COSTS})) OR ${differ(HOLD)} OR ${IS_TAKEN_BACK}`;

const IS_ARCHIVED = 'SELECT 1 FROM ledger_archive WHERE last_batch >= OLD.batch_no AND first_batch <= OLD.batch_no';
const READS_KEPT_DAYS = 399;

const TRIGGERS = [
  ...['journal', 'ledger_batch', 'ledger_archive', 'staff_audit'].flatMap((table) => forbidChanges(table)),
  // The postings of a closed month may leave the database once they are in a file.
  ...forbidChanges('posting', { delete: `NOT EXISTS (${IS_ARCHIVED})` }),
  ...forbidChanges('money_request', { update: IS_ANSWERED_AGAIN }),
  ...forbidChanges('ledger_hold', { update: IS_HELD_AGAIN }),
  ...forbidChanges('ledger_block', { update: 'NEW.version <= OLD.version OR NEW.account_id <> OLD.account_id' }),
  ...forbidChanges('deposit_payment', { update: differ(PAYMENT) }),
  ...forbidChanges('staff_read', {
    delete: (runner) =>
      `OLD.recorded > (${isMysql(runner) ? 'UNIX_TIMESTAMP()' : "unixepoch('now')"} - ${READS_KEPT_DAYS} * 86400) * 1000`,
  }),
  // Attempts are removed after their webhook.
  ...forbidChanges('webhook_attempt', { delete: 'EXISTS (SELECT 1 FROM webhook WHERE id = OLD.webhook_id)' }),
];

const CONSUMERS = ['analytics', 'back_office', 'billing', 'deposits', 'mails', 'payouts', 'transfers'];
const CATEGORIES = [
  ['general', 'General', 'What people ask before anything else', 'help-circle'],
  ['account', 'Account', 'Signing up, signing in and your profile', 'user'],
  ['payment', 'Wallet and payments', 'Deposits, transfers, fees and refunds', 'credit-card'],
  ['services', 'Bills and airtime', 'Airtime, data, electricity, television and other bills', 'receipt'],
  ['technical', 'Technical', 'When something does not work', 'tool'],
] as const;

const FIRST_ROWS = [
  ...insertFirst('ledger_head', [{ id: 1, batch_no: 0, hash: '0'.repeat(64), recorded: 0 }]),
  ...insertFirst(
    'journal_cursor',
    CONSUMERS.map((consumer) => ({ consumer, batch_no: 0, position: 0 })),
  ),
  ...insertFirst(
    'faq_category',
    CATEGORIES.map(([id, name, description, icon], position) => ({ id, name, description, icon, position })),
  ),
];

/** The schema of 0.2.0, as the row classes declared it. It is never edited: a change is a migration of its own. */
export class Baseline0001 extends SteppedMigration {
  readonly name = 'Baseline1700000000001';
  readonly steps = [...createTables(TABLES), ...TRIGGERS, ...FIRST_ROWS];
  readonly undo = dropTables(TABLES);
}

import { differ, forbid } from '../platform/database/schema.js';
import { SteppedMigration } from '../platform/database/stepped-migration.js';

/** What makes a request the one that was asked. */
const REQUEST = ['scope', 'action', 'request_key', 'digest', 'recorded'];
const IS_ANSWERED = `NOT (OLD.state <> 'pending' OR ${differ([...REQUEST, 'writer'])})`;
/** Its journal stays, by which the ledger is verified. */
const IS_FORGOTTEN = `OLD.state = 'answered' AND NEW.state = 'forgotten' AND NEW.answer IS NULL
  AND COALESCE(NEW.journal_id, '') = COALESCE(OLD.journal_id, '') AND NOT (${differ(REQUEST)})`;
const IS_ANSWERED_BEFORE = `NOT (OLD.state = 'pending') OR ${differ([...REQUEST, 'writer'])}`;

const answersMayChange = (condition: string) =>
  forbid({ table: 'money_request', event: 'UPDATE', condition, message: 'money_request is append-only' });

/** The answer of a request may be forgotten, and never that there was one: it would be executed again. */
export class ForgottenAnswers0128 extends SteppedMigration {
  readonly name = 'ForgottenAnswers1700000000128';
  readonly steps = [answersMayChange(`NOT (${IS_ANSWERED}) AND NOT (${IS_FORGOTTEN})`)];
  readonly undo = [answersMayChange(IS_ANSWERED_BEFORE)];
}

import { failures } from '../../../kernel/failure.js';

export const settlementFailures = failures('settlements', {
  /** The text names the value. */
  invalid: ['invalid', 'The settlement is not valid'],
  reference_used: ['conflict', 'A settlement with this reference is booked already'],
  no_record: ['not_found', "We couldn't find any record matching your query"],
  unknown_bank: ['invalid', 'There is no such bank account'],
  /** The text says why. */
  statement_unreadable: ['invalid', 'The statement cannot be read'],
  /** The text names the place. */
  statement_unbalanced: ['invalid', 'The statement is not right in itself'],
  /** The text names the other one. */
  statement_overlaps: ['invalid', 'The statement overlaps with another one'],
  line_settled: ['conflict', 'A line is settled already, or is not of this statement'],
});

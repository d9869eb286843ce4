import { failures } from '../../../kernel/failure.js';

export const settlementFailures = failures('settlements', {
  /** The text names the value. */
  invalid: ['invalid', 'The settlement is not valid'],
  reference_used: ['conflict', 'A settlement with this reference is booked already'],
  no_record: ['not_found', "We couldn't find any record matching your query"],
});

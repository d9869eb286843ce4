import { failures } from '../../../kernel/failure.js';

export const receiptFailures = failures('receipts', {
  period_invalid: ['invalid', 'The period must be two dates, the first not after the last'],
  statement_too_long: ['refused', 'There is too much for one statement, please choose a shorter period'],
  statement_running: ['conflict', 'Another statement is being made already, we will tell you when it is ready'],
  statements_exhausted: ['too_many', 'You asked for many statements within a day, please try again later'],
  not_found: ['not_found', 'No data matching your query was found'],
});

import { failures } from '../../../kernel/failure.js';

export const receiptFailures = failures('receipts', {
  period_invalid: ['invalid', 'The period must be two dates, the first not after the last'],
  statement_too_long: ['refused', 'There is too much for one statement, please choose a shorter period'],
  not_found: ['not_found', 'No data matching your query was found'],
});

import { failures } from '../../../kernel/failure.js';

export const billersFailures = failures('billers', {
  amount_differs: ['invalid', 'The amount does not match the expected amount for this service'],
  below_minimum: ['invalid', 'The amount is below the minimum for this service'],
  above_maximum: ['invalid', 'The amount is above the maximum for this service'],
});

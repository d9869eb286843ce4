import { failures } from '../../../kernel/failure.js';

export const tariffFailures = failures('tariffs', {
  /** The text is that of the limit. */
  limit_reached: ['refused', 'A limit of the account is reached'],
  /** As the other one; exact as it. */
  new_device_limit: ['refused', 'A limit of new devices is reached'],
  /** The text names the value. */
  invalid_terms: ['invalid', 'The tariff is not valid'],
  no_tariff: ['not_found', 'No data matching your query was found'],
});

import { failures } from '../../../kernel/failure.js';

export const depositFailures = failures('deposits', {
  below_minimum: ['invalid', 'The minimum amount of a deposit is 100.00 Naira'],
  above_maximum: ['invalid', 'The maximum amount of a deposit is 5,000,000.00 Naira'],
  too_many_pending: ['refused', 'You have 5 pending deposit orders; pay one of them or let it expire'],
  refused_by_provider: ['refused', 'Could not process your request'],
  provider_unavailable: ['unavailable', 'Could not process your request'],
  no_data: ['not_found', 'No data matching your query was found'],
});

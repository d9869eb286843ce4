import { failures } from '../../../kernel/failure.js';

export const locationFailures = failures('location', {
  not_found: ['not_found', 'We are unable to find data matching your request'],
});

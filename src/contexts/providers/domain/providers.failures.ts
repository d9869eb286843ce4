import { failures } from '../../../kernel/failure.js';

export const providersFailures = failures('providers', {
  unknown_provider: ['not_found', 'There is no such provider'],
});

import { failures } from '../../../kernel/failure.js';

export const notificationFailures = failures('notifications', {
  no_notices: ['not_found', 'No data matching your query was found'],
  no_registrations: ['not_found', 'No data matching your query was found'],
});

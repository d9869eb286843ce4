import { failures } from '../../../kernel/failure.js';

export const webhookFailures = failures('webhooks', {
  unknown_provider: ['not_found', 'There is no provider of this name'],
  not_authentic: ['unauthenticated', 'Access Denied'],
  not_found: ['not_found', 'Webhook not found'],
  not_failed: ['refused', 'Only failed webhooks can be reprocessed'],
  retries_used_up: ['refused', 'Maximum retry attempts exceeded'],
  nothing_found: ['not_found', "We couldn't find any record matching your query"],
  endpoint_not_found: ['not_found', 'Webhook endpoint not found'],
  endpoint_disabled: ['refused', 'The endpoint is off'],
  endpoint_url: ['invalid', 'The url must be an https address without user name, password and fragment'],
  /** The text names the address. */
  endpoint_not_public: ['invalid', 'The url must lead to a public address'],
  nothing_to_change: ['invalid', 'There is nothing to update'],
});

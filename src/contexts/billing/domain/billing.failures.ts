import { failures } from '../../../kernel/failure.js';

export const billingFailures = failures('billing', {
  unknown_category: ['invalid', 'This category does not exist or is not available'],
  unknown_biller: ['invalid', 'This biller does not exist in the category or is not available'],
  wrong_network: ['invalid', 'This biller does not serve the network'],
  unknown_item: ['invalid', 'This item does not exist at the biller or is not available'],
  wrong_payment_code: ['invalid', 'The payment code does not belong to the item'],
  wrong_customer: ['invalid', 'The customer ID must be a Nigerian phone number'],
  amount_differs: ['invalid', 'The amount does not match the expected amount for this service'],
  amount_changed: ['invalid', 'The price of this service has changed'],
  unavailable: ['invalid', 'The service is temporarily unavailable'],
  below_minimum: ['invalid', 'The amount is below the minimum for this service'],
  above_maximum: ['invalid', 'The amount is above the maximum for this service'],
  unknown_customer: ['not_found', 'Unable to verify customer ID'],
  verification_unavailable: ['unavailable', 'Unable to verify customer ID'],
  no_route: ['not_found', 'No route matching your query was found'],
  nothing_to_change: ['invalid', 'Nothing to change was given'],
  other_kind: ['invalid', 'The item is of another kind'],
  other_route: ['invalid', 'The provider sells this item by another route'],
  no_data: ['not_found', 'No data matching your query was found'],
  no_trades: ['not_found', "We couldn't find any record matching your query"],
  no_purchase: ['not_found', 'Could not process your request'],
});

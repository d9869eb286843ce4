import { failures } from '../../../kernel/failure.js';

export const purchasesFailures = failures('purchases', {
  unknown_category: ['invalid', 'This category does not exist or is not available'],
  unknown_biller: ['invalid', 'This biller does not exist in the category or is not available'],
  wrong_network: ['invalid', 'This biller does not serve the network'],
  wrong_payment_code: ['invalid', 'The payment code does not belong to the item'],
  wrong_customer: ['invalid', 'The customer ID must be a Nigerian phone number'],
  unknown_customer: ['not_found', 'Unable to verify customer ID'],
  verification_unavailable: ['unavailable', 'Unable to verify customer ID'],
  no_trades: ['not_found', "We couldn't find any record matching your query"],
  no_purchase: ['not_found', 'Could not process your request'],
});

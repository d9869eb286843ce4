import { failures } from '../../../kernel/failure.js';

export const catalogueFailures = failures('catalogue', {
  unknown_item: ['invalid', 'This item does not exist at the biller or is not available'],
  amount_changed: ['invalid', 'The price of this service has changed'],
  unavailable: ['invalid', 'The service is temporarily unavailable'],
  no_route: ['not_found', 'No route matching your query was found'],
  nothing_to_change: ['invalid', 'Nothing to change was given'],
  other_kind: ['invalid', 'The item is of another kind'],
  other_route: ['invalid', 'The provider sells this item by another route'],
  no_data: ['not_found', 'No data matching your query was found'],
});

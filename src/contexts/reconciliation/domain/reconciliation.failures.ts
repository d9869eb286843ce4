import { failures } from '../../../kernel/failure.js';

export const reconciliationFailures = failures('reconciliation', {
  no_record: ['not_found', "We couldn't find any record matching your query"],
  nothing_differs: ['conflict', 'No difference of this day waits to be explained'],
  compared_again: ['conflict', 'The day was compared again meanwhile: look at what differs now'],
  unknown_provider: ['invalid', 'There is no such provider'],
  file_needed: ['invalid', 'This provider lists nothing by its interface: give its settlement file'],
  balance_needed: ['invalid', 'The provider states no balance of that day by its interface: give the one that it stated'],
  file_unreadable: ['invalid', 'The settlement file cannot be read'],
  file_of_another_day: ['invalid', 'No line of the settlement file is of that day'],
  unread_listing: ['unavailable', 'The provider could not be asked for its transactions'],
});

import { failures } from '../../../kernel/failure.js';

export const analyticsFailures = failures('analytics', {
  no_record: ['not_found', "We couldn't find any record matching your query"],
  no_data: ['not_found', 'No data matching your query was found'],
  lacking_permission: ['forbidden', "Oops, you don't have the necessary permission for this request"],
});

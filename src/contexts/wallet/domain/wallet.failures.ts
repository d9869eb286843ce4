import { failures } from '../../../kernel/failure.js';

export const walletFailures = failures('wallet', {
  no_record: ['not_found', "We couldn't find any record matching your query"],
  no_data: ['not_found', 'No data matching your query was found'],
});

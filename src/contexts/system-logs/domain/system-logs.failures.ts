import { failures } from '../../../kernel/failure.js';

export const systemLogFailures = failures('system_logs', {
  no_record: ['not_found', "We couldn't find any record matching your query"],
  log_not_found: ['not_found', "We couldn't find any record matching your query"],
  money_unsettled: ['refused', 'The money that this log stands for is not settled yet'],
  log_closed: ['conflict', 'This log is already closed'],
});

import { failures } from '../../../kernel/failure.js';

export const auditFailures = failures('audit', {
  no_record: ['not_found', 'No data matching your query was found'],
});

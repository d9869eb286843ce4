import { failures } from '../../../../kernel/failure.js';

export const recordsFailures = failures('records', {
  no_record: ['not_found', "We couldn't find any record matching your query"],
  job_running: ['conflict', 'This job is running now, or this version has nothing to run it with'],
});

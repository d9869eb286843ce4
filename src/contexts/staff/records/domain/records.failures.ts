import { failures } from '../../../../kernel/failure.js';

export const recordsFailures = failures('records', {
  no_record: ['not_found', "We couldn't find any record matching your query"],
  case_owned: ['conflict', 'Somebody else has this case: they, or you, can hand it over'],
  no_colleague: ['refused', 'There is no such active member of staff'],
  colleague_may_not_see: ['refused', 'This colleague may not see the record'],
  job_running: ['conflict', 'This job is running now, or this version has nothing to run it with'],
});

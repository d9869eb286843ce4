/** Operations whose prerequisite the sandbox does not make, with what it is. They have no example. */
export const unrecorded = {
  control_job_fetch: 'a background job that failed',
  control_job_retry: 'a background job that failed: `control_job_fetch`',
  control_suspense_settle: 'a deposit whose bank took it back after the money was spent: `control_suspense_fetch`',
};

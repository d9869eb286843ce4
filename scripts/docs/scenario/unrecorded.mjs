/** Operations whose prerequisite the sandbox does not make, with what it is. They have no example. */
export const unrecorded = {
  control_job_fetch: 'a background job that failed',
  control_job_retry: 'a background job that failed: `control_job_fetch`',
};

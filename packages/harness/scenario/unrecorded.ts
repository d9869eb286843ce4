/** Operations whose prerequisite the sandbox does not make, with what it is. They have no example. */
export const unrecorded: Readonly<Record<string, string>> = {
  control_budget_fetch: 'somebody who is blocked because a budget is spent',
  control_budget_lift: 'a block: `control_budget_fetch`, and an unused code of your own authenticator app',
  control_job_fetch: 'a background job that failed',
  control_job_retry: 'a background job that failed: `control_job_fetch`',
  control_passkey_create: 'what a browser made by `control_passkey_options`',
  control_passkey_fetch: 'a passkey: `control_passkey_create`',
  control_passkey_login: 'what a browser answered to `control_passkey_login_options`',
  control_passkey_login_options: 'a passkey: `control_passkey_create`',
  control_passkey_remove: 'a passkey: `control_passkey_create`, and an unused code of your own authenticator app',
  payout_authorize: 'a provider that asks before it pays, which the sandbox does not',
  user_device_bind: 'the key or passkey that a device made by `user_device_bind_begin`',
  user_device_release: 'a bound device: `user_device_bind`',
  user_payment_challenge: 'a bound device: `user_device_bind`',
};

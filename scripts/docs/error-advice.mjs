/** What a client or its user does about an error: by ID, else by HTTP status. */
const byId = {
  rqat_required: 'Sign the request with a live session; where the clock is off, take `SVC-SERVER-TIME`. Else sign in again.',
  request_replayed: 'Nothing: the first request had its effect. Add the query parameter `n` to make two alike requests distinct.',
  idempotency_in_progress: 'Repeat the same request after `Retry-After`.',
  idempotency_mismatch: 'Take a new `Idempotency-Key` for another order.',
  email_unverified: 'Confirm the address with a code (`user_email_verify_send`, `user_email_confirm`), then repeat the request.',
  pinc_required: 'Ask for the transaction PIN and repeat the request with it, under the same key.',
  pinc_locked: 'Wait for `Retry-After`, or set a new PIN with the password (`user_passcode_update`).',
  pinc_blocked: 'Set a new PIN with the password (`user_passcode_update`).',
  insufficient_funds: 'Fund the wallet, then order again under a new key.',
  recipient_not_found: 'Check the address or reference ID with `user_transfer_check_receiver`.',
  receiver_not_found: 'Check the address or reference ID.',
  transfer_to_self: 'Name another recipient.',
  amount_minimum: 'Raise the amount.',
  amount_maximum: 'Lower the amount.',
  amount_mismatch: 'Send the amount that the item has in `service_biller_item_fetch`.',
  test_account: 'Use a real account; test accounts deal with each other only.',
  lacking_permission: 'Ask an administrator for the permission of the operation.',
  process_failed: 'Repeat a read; look a write up before repeating it. Give the reference to support.',
  outcome_unknown: 'Repeat the same request under the same key until it answers.',
  action_unsupported: 'Check the name of the operation.',
  method_not_allowed: 'Take the method of the header `Allow`.',
  code_invalid: 'Check the code, or have a new one sent.',
};

const byStatus = {
  400: 'Correct the request.',
  401: 'Check the credentials, or sign in again.',
  403: 'Do not repeat it: the caller may not do this.',
  404: 'Nothing was found: check the value, or show an empty list.',
  405: 'Take another method.',
  409: 'Read the present state, then decide.',
  413: 'Send less.',
  415: 'Send JSON without an encoding, or the multipart form that the operation takes.',
  422: 'Correct the request.',
  429: 'Wait for `Retry-After`.',
  500: 'Repeat a read; look a write up before repeating it. Give the reference to support.',
  503: 'Repeat after `Retry-After`, a money request under the same key.',
};

export const ADVICE = { byId, byStatus };

export function adviceFor(id, status) {
  const advice = byId[id] ?? byStatus[status];
  if (advice === undefined) throw new Error(`no advice for ${id} with status ${status}`);
  return advice;
}

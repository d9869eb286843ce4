import { failures } from '../../kernel/failure.js';

/** Failures of the edge itself, before an operation is reached. */
export const edgeFailures = failures('edge', {
  unknown_action: ['not_found', 'Unsupported request type'],
  ambiguous_action: ['invalid', 'Unsupported request type'],
  method: ['method', 'This operation does not take this method'],
  malformed: ['invalid', 'The request body is not a JSON object'],
  media_type: ['media_type', 'The request body must be application/json'],
  too_large: ['too_large', 'The request body is too large'],
  unauthenticated: ['unauthenticated', 'Access Denied'],
  stale: ['unauthenticated', 'Access Denied'],
  not_staff: ['forbidden', "Oops, you don't have the necessary permission for this request"],
  lacking_permission: ['forbidden', "Oops, you don't have the necessary permission for this request"],
  test_account: ['forbidden', 'Oops, this operation is not available for test accounts'],
  too_many: ['too_many', 'Too many requests, please slow down'],
  replayed: ['conflict', 'This request was already received'],
  guard_down: ['unavailable', 'The service is busy, please try again'],
  idempotency_key: ['invalid', 'The Idempotency-Key header must be 8 to 255 visible ASCII characters'],
  idempotency_mismatch: ['mismatch', 'This Idempotency-Key was used with other parameters'],
  idempotency_in_progress: ['conflict', 'This request is still being processed'],
  missing: ['invalid', 'A required parameter is missing'],
  invalid: ['invalid', 'A parameter is not valid'],
  unsupported: ['invalid', 'Unsupported request type'],
  fault: ['fault', 'Could not process your request'],
});

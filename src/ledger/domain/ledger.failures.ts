import { failures } from '../../kernel/failure.js';

export const ledgerFailures = failures('ledger', {
  insufficient_funds: ['refused', 'Insufficient funds'],
  money_blocked: ['refused', 'Money in this wallet is blocked and cannot be paid out'],
  unknown_account: ['refused', 'This wallet does not exist'],
  overloaded: ['unavailable', 'The service is busy, please try again'],
  outcome_unknown: ['unavailable', 'The service is busy, please send the same request again'],
  clock_ahead: ['unavailable', 'The service is busy, please try again'],
  hold_mismatch: ['conflict', 'The books do not agree about this money, so it stays where it is until our staff have looked'],
  account_stopped: ['unavailable', 'This wallet cannot be used until our staff have looked at it; its money stays where it is'],
  balance_full: ['unavailable', 'This amount cannot be booked until our staff have made room for it; no money has moved'],
  chain_broken: ['unavailable', 'The service is busy, please try again'],
  stale_copy: ['unavailable', 'The service is busy, please try again'],
});

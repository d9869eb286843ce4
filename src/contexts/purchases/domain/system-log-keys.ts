/** Keys of system logs begin with these, followed by the id of the purchase. */
export const UNDECIDED_LOG = 'purchase.undecided:';
export const CLOSED_ACCOUNT_LOG = 'purchase.closed_account:';
export const HOLD_LOG = 'purchase.hold:';
export const CONTRADICTION_LOG = 'purchase.contradiction:';

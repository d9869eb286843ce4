/** Keys of system logs begin with these, followed by the id of the payout. */
export const UNDECIDED_LOG = 'payout.undecided:';
export const CONTRADICTION_LOG = 'payout.contradiction:';

/** Keys of system logs begin with these, followed by the id of the purchase. */
export const UNDECIDED_LOG = 'purchase.undecided:';
export const CONTRADICTION_LOG = 'purchase.contradiction:';

export { AskPayoutNow, type PayoutResolution, ResolvePayout } from './requery-payouts.js';
export { CreatePayout } from './create-payout.js';
export { CHECK_RETURN_JOB } from './advance-payout.js';
export { type PayoutFilter, type PayoutRecord, PayoutRecords } from './payout-records.js';
export { Payouts, type Payout, SHOWN_STATUS, CONTRADICTION_LOG } from './payouts.js';

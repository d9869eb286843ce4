export { type PayoutResolution, ResolvePayout } from './settle-payout.js';
export { CreatePayout } from './create-payout.js';
export { AskPayoutNow, CHECK_RETURN_JOB } from './advance-payout.js';
export { type PayoutFilter, type PayoutRecord, PayoutRecords } from './payout-records.js';
export { Payouts, type Payout, SHOWN_STATUS, CONTRADICTION_LOG } from './payouts.js';

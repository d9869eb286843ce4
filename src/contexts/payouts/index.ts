export { AskPayoutNow } from './application/ask-payout-now.js';
export { CreatePayout } from './application/create-payout.js';
export { CHECK_RETURN_JOB } from './application/check-return.js';
export { type PayoutFilter, type PayoutRecord, PayoutRecords, Payouts } from './application/ports.js';
export { type PayoutResolution, ResolvePayout } from './application/resolve-payout.js';
export { type Payout, SHOWN_STATUS } from './domain/payout.js';
export { CONTRADICTION_LOG } from './domain/system-log-keys.js';

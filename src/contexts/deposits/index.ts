export { OpenDeposits } from './application/ports/open-deposits.js';
export { type SuspenseFilter, type SuspensePayment, SuspensePayments } from './application/ports/suspense-payments.js';
export { SettleSuspense } from './application/settle-suspense.js';

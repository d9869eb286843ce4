export { OpenDeposits } from './application/ports/open-deposits.js';
export { type SuspenseFilter, type SuspensePayment, SuspensePayments } from './application/ports/suspense-payments.js';
export { SettleSuspense } from './application/settle-suspense.js';
export { CollectPayments } from './application/collect-payments.js';
export { CreateDepositOrder } from './application/create-deposit-order.js';
export { ExpireOrders } from './application/expire-orders.js';
export { DepositOrders } from './application/ports/deposit-orders.js';
export { DepositProviders } from './application/ports/deposit-provider.js';
export { type PaymentAtSandbox, SandboxBank } from './application/ports/sandbox-bank.js';

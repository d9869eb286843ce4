export { DepositProviders, type PaymentAtSandbox, SandboxBank } from './deposit-provider.js';
export { DepositOrders, OpenDeposits } from './orders.js';
export { ExpireOrders } from './due-orders.js';
export { type SuspenseFilter, type SuspensePayment, SuspensePayments, SettleSuspense } from './suspense.js';
export { CollectPayments } from './incoming-payments.js';
export { CreateDepositOrder } from './open-order.js';

export { DepositProviders } from './application/deposit-provider.js';
export {
  DepositOrders,
  OpenDeposits,
  type PaymentAtSandbox,
  SandboxBank,
  type SuspenseFilter,
  type SuspensePayment,
  SuspensePayments,
} from './application/ports.js';
export { SettleSuspense } from './application/settle-suspense.js';
export { CollectPayments } from './application/collect-payments.js';
export { CreateDepositOrder } from './application/create-deposit-order.js';
export { ExpireOrders } from './application/expire-orders.js';

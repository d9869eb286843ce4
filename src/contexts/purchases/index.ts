export { RereadPurchases, type RereadPurchase, type RereadResult } from './application/reread-purchases.js';
export { RequeryNow } from './application/requery-now.js';
export {
  type AttemptAnswer,
  type PurchaseFilter,
  type PurchaseRecord,
  PurchaseRecords,
  Purchases,
  PurchaseSummaries,
  type PurchaseSummary,
} from './application/ports.js';
export { type Resolution, ResolvePurchase } from './application/resolve-purchase.js';
export { type Purchase, totalKobo } from './domain/purchase.js';
export { CONTRADICTION_LOG } from './domain/system-log-keys.js';
export { BuyAirtime } from './application/buy-airtime.js';
export { PayBill } from './application/pay-bill.js';

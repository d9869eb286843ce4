export { RequeryNow, type RequeryAnswer } from './application/requery-now.js';
export {
  type AttemptAnswer,
  type PurchaseFilter,
  type PurchaseRecord,
  PurchaseRecords,
} from './application/ports/purchase-records.js';
export { Purchases } from './application/ports/purchases.js';
export { type PurchaseSummary, PurchaseSummaries } from './application/ports/purchase-summaries.js';
export { type Resolution, ResolvePurchase } from './application/resolve-purchase.js';
export { type Purchase, totalKobo } from './domain/purchase.js';
export { CONTRADICTION_LOG } from './domain/system-log-keys.js';
export { BuyAirtime } from './application/buy-airtime.js';
export { PayBill } from './application/pay-bill.js';

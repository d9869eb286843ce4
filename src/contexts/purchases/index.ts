export { RereadPurchases, type RereadPurchase, type RereadResult } from './raw-answers.js';
export { RequeryNow, type Resolution, ResolvePurchase } from './requery-purchases.js';
export {
  type AttemptAnswer,
  type PurchaseFilter,
  type PurchaseRecord,
  PurchaseRecords,
  PurchaseSummaries,
  type PurchaseSummary,
} from './purchase-records.js';
export { Purchases, type Purchase, totalKobo, CONTRADICTION_LOG } from './purchases.js';
export { BuyAirtime, PayBill } from './place-purchase.js';

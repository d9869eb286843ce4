export { RereadPurchases, type RereadPurchase, type RereadResult } from './raw-answers.js';
export { RequeryNow } from './advance-purchase.js';
export { type Resolution, ResolvePurchase } from './settle-purchase.js';
export {
  type PurchaseFilter,
  type PurchaseRecord,
  PurchaseRecords,
  PurchaseSummaries,
  type PurchaseSummary,
} from './purchase-records.js';
export { Purchases, type Purchase, totalKobo, CONTRADICTION_LOG } from './purchases.js';
export { BuyAirtime, PayBill } from './place-purchase.js';

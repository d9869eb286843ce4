export { Assortment } from './application/ports/assortment.js';
export { type Trade, Trades } from './application/ports/trades.js';
export {
  type AttemptAnswer,
  type PurchaseFilter,
  type PurchaseRecord,
  PurchaseRecords,
} from './application/ports/purchase-records.js';
export { AskAgain, type AskedAgain } from './application/ask-again.js';
export { type Purchase, type PurchaseStatus, totalKobo } from './domain/purchase.js';
export { type ResolvablePurchase, ResolvePurchase, type Resolution } from './application/resolve-purchase.js';
export { CONTRADICTION_LOG } from './domain/system-log-keys.js';
export { Purchases } from './application/ports/purchases.js';

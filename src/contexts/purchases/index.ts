export { AskAgain, type AskedAgain } from './application/ask-again.js';
export {
  type AttemptAnswer,
  type PurchaseFilter,
  type PurchaseRecord,
  PurchaseRecords,
} from './application/ports/purchase-records.js';
export { Purchases } from './application/ports/purchases.js';
export { type Trade, Trades } from './application/ports/trades.js';
export { type Resolution, ResolvePurchase } from './application/resolve-purchase.js';
export { type Purchase, totalKobo } from './domain/purchase.js';
export { CONTRADICTION_LOG } from './domain/system-log-keys.js';

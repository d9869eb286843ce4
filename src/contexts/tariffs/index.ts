export { LimitedLedger } from './application/limited-ledger.js';
export { PaymentLimits } from './application/payment-limits.js';
export { TariffChanges, type TariffEntry } from './application/tariff-changes.js';
export { ChargedPaymentSource, Tariffs } from './application/ports.js';
export { ReviewTariffs } from './application/review-tariffs.js';
export { type Tariff, TARIFF_KINDS, type TariffKind } from './domain/tariff.js';
export { tariffFailures } from './domain/tariffs.failures.js';

export { beyondKobo, CreditLedger } from './beyond-limit.js';
export { LimitedLedger, PaymentLimits, type Standing } from './payment-limits.js';
export { TariffChanges, type TariffEntry, ReviewTariffs } from './tariff-changes.js';
export { ChargedPaymentSource, Tariffs, type Tariff, TARIFF_KINDS, type TariffKind, tariffFailures } from './tariffs.js';

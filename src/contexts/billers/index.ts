export { BillerHealth } from './application/biller-health.js';
export {
  BackgroundWork,
  BillerProvider,
  BillerProviders,
  ProviderFloats,
  type ProviderWebhooks,
  SandboxPurchases,
  type SubmittedPurchase,
  type VerifiedCustomer,
} from './application/ports.js';
export { ProviderTimeout, withTimeout } from './application/with-timeout.js';
export { isConfirmedNotFound } from './domain/not-found.js';
export { redacted } from './domain/redacted.js';

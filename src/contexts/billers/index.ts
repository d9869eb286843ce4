export { BillerHealth } from './application/biller-health.js';
export { BackgroundWork } from './application/ports/background-work.js';
export { BillerProvider, type ProviderWebhooks, type VerifiedCustomer } from './application/ports/biller-provider.js';
export { BillerProviders } from './application/ports/biller-providers.js';
export { ProviderFloats } from './application/ports/provider-floats.js';
export { ProviderTimeout, withTimeout } from './application/with-timeout.js';
export { isConfirmedNotFound } from './domain/not-found.js';
export { redacted } from './domain/redacted.js';
export { SandboxPurchases } from './application/ports/sandbox-purchases.js';

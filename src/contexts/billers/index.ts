export {
  BillerProvider,
  BillerProviders,
  type ProviderWebhooks,
  SandboxPurchases,
  type SubmittedPurchase,
  type VerifiedCustomer,
} from './application/ports.js';

export {
  BillerProvider,
  BillerProviders,
  type ProviderWebhooks,
  SandboxPurchases,
  type SubmittedPurchase,
  type VerifiedCustomer,
} from './biller-provider.js';

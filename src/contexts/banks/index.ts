export {
  type ApprovalQuestion,
  type BankAccount,
  type ListedBank,
  type NameEnquiry,
  type PayoutApprovals,
  type PayoutCapabilities,
  type PayoutOutcome,
  PayoutProvider,
  PayoutProviders,
  type PayoutSubmission,
  type PayoutWebhooks,
  type SubmittedPayout,
  PassingPayoutRecipients,
  PayoutRecipients,
  SandboxPayouts,
} from './payout-provider.js';
export { AdmitEnquiry, ResolveAccount, type ResolvedAccount, ResolvedAccounts } from './account-names.js';
export { banksFailures, ACCOUNT_FORM, Banks } from './banks.js';
export { type Bank } from './match-banks.js';

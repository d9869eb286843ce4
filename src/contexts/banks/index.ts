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
} from './application/payout-provider.js';
export { PassingPayoutRecipients, PayoutRecipients } from './application/payout-recipients.js';
export { AdmitEnquiry } from './application/admit-enquiry.js';
export { ResolveAccount } from './application/resolve-account.js';
export { banksFailures } from './domain/banks.failures.js';
export { ACCOUNT_FORM } from './domain/account-number.js';
export { Banks, type ResolvedAccount, ResolvedAccounts, SandboxPayouts } from './application/ports.js';
export type { Bank } from './domain/bank.js';

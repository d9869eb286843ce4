import type { ProposalKind } from './proposal.js';

/** What each kind asks for, in words of staff. */
export const PROPOSAL_WORDS: Readonly<Record<ProposalKind, string>> = {
  purchase_resolve: 'decide the purchase',
  payout_resolve: 'decide the payout',
  suspense_assign: 'give the payment to a user',
  suspense_return: 'return the payment to its payer',
  suspense_settle: 'settle the debt',
  wallet_adjust: 'adjust the wallet',
  staff_grants: 'give a member of staff permissions',
  user_modify: 'change who a user is, or their phone',
  tariff_propose: 'change a tariff or limit',
  settlement_create: 'book a settlement',
  statement_settle: 'book lines of a statement',
};

import { failures } from '../../../../kernel/failure.js';

export const proposalsFailures = failures('proposals', {
  no_record: ['not_found', "We couldn't find any record matching your query"],
  already_decided: ['refused', 'This purchase was refunded, so it cannot be completed; debit the wallet instead'],
  payout_refunded: ['refused', 'This payout was refunded, so it cannot be completed; debit the wallet instead'],
  payout_not_paid: ['refused', 'Only a payout that was paid can be returned; say failed of one that was not'],
  not_in_suspense: ['refused', 'This payment is not in suspense any more'],
  not_owed: ['refused', 'This payment is not owed any more'],
  no_debtor: ['refused', 'No user owes this, so it cannot be recovered from a wallet; write it off'],
  already_proposed: ['conflict', 'There is an open proposal about it'],
  user_not_found: ['invalid', 'This user does not exist'],
  own_proposal: ['forbidden', 'A proposal is decided by another member of staff'],
  not_proposer: ['forbidden', 'A proposal is withdrawn by the member of staff who made it'],
  own_wallet: ['forbidden', 'A proposal about your own wallet is for others'],
  user_leaving: ['refused', 'This user has closed their account'],
  approved_before: ['forbidden', 'You approved this proposal already; another member of staff decides'],
  own_block: ['forbidden', 'What you spent yourself is lifted by another member of staff'],
  block_of_staff: ['forbidden', 'What staff spent is lifted by those who change the permissions of staff'],
  proposal_closed: ['conflict', 'This proposal is decided, void or expired'],
});

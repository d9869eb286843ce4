import type { Item } from '@harmattan/client';
import { grantTitle } from '../staff/grants.js';

export type Proposal = Item<'control_proposal_fetch'>;

const NAMES: Readonly<Record<string, string>> = {
  suspense_assign: 'Assign money in suspense',
  suspense_return: 'Return money in suspense',
  suspense_settle: 'Settle a reversed deposit',
  wallet_adjust: 'Adjust the wallet',
  user_modify: 'Change who a user is',
  tariff_propose: 'Change a tariff',
  settlement_create: 'Book a settlement',
  statement_settle: 'Book lines of a statement',
  staff_grants: 'Give permissions for money',
};

const PAYOUT_ENDS: Readonly<Record<string, string>> = {
  completed: 'Payout counts as paid',
  failed: 'Payout counts as not paid',
  returned: 'Payout counts as returned',
};

/** What is proposed, in words. */
export function titleOf({ kind, outcome }: Pick<Proposal, 'kind' | 'outcome'>): string {
  if (kind === 'purchase_resolve')
    return outcome === 'completed' ? 'Purchase counts as delivered' : 'Purchase counts as not delivered';
  if (kind === 'payout_resolve') return PAYOUT_ENDS[outcome] ?? 'Decide a payout';
  return NAMES[kind] ?? kind.replaceAll('_', ' ');
}

/** What a member of staff is to get, in words. */
export function permissionsOf({ permissions }: Pick<Proposal, 'permissions'>): string {
  return permissions.map((name) => grantTitle(name.slice(name.indexOf('.') + 1))).join(', ');
}

/** Approved ones wait for their second approval. */
export function isOpen({ status }: Pick<Proposal, 'status'>): boolean {
  return status === 'proposed' || status === 'approved';
}

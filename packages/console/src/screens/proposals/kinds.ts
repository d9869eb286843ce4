import type { Item } from '@harmattan/client';
import { grantTitle } from '../staff/grants.js';

export type Proposal = Item<'control_proposal_fetch'>;

const NAMES: Readonly<Record<string, string>> = {
  suspense_assign: 'Assign money in suspense',
  suspense_return: 'Return money in suspense',
  suspense_settle: 'Settle a reversed deposit',
  wallet_adjust: 'Adjust a wallet',
  tariff_propose: 'Change a tariff',
  settlement_create: 'Book a settlement',
  staff_grants: 'Give permissions for money',
};

/** What is proposed, in words. */
export function titleOf({ kind, outcome }: Pick<Proposal, 'kind' | 'outcome'>): string {
  if (kind === 'purchase_resolve')
    return outcome === 'completed' ? 'Purchase counts as delivered' : 'Purchase counts as not delivered';
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

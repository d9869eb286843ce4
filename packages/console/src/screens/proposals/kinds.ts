import type { Item } from '@harmattan/client';

export type Proposal = Item<'control_proposal_fetch'>;

const NAMES: Readonly<Record<string, string>> = {
  suspense_assign: 'Assign money in suspense',
  suspense_return: 'Return money in suspense',
  suspense_settle: 'Settle a reversed deposit',
  wallet_adjust: 'Adjust a wallet',
  tariff_propose: 'Change a tariff',
};

/** What is proposed, in words. */
export function titleOf({ kind, outcome }: Pick<Proposal, 'kind' | 'outcome'>): string {
  if (kind === 'purchase_resolve')
    return outcome === 'completed' ? 'Purchase counts as delivered' : 'Purchase counts as not delivered';
  return NAMES[kind] ?? kind.replaceAll('_', ' ');
}

/** Approved ones wait for their second approval. */
export function isOpen({ status }: Pick<Proposal, 'status'>): boolean {
  return status === 'proposed' || status === 'approved';
}

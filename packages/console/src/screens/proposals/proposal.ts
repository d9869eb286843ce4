import type { Item } from '@harmattan/client';
import { grantTitle } from '../staff/grants.js';

export type Proposal = Item<'control_proposal_fetch'>;

/** What a member of staff is to get, in words. */
export function permissionsOf({ permissions }: Pick<Proposal, 'permissions'>): string {
  return permissions.map((name) => grantTitle(name.slice(name.indexOf('.') + 1))).join(', ');
}

/** Approved ones wait for their second approval. */
export function isOpen({ status }: Pick<Proposal, 'status'>): boolean {
  return status === 'proposed' || status === 'approved';
}

import type { Data } from '@harmattan/client';
import type { To } from '../screen-paths.js';

export type FoundRecord = Data<'control_search'>[number];

/** How people call the kinds of records. */
export const KIND_NAMES: Readonly<Record<string, string>> = {
  user: 'User',
  purchase: 'Purchase',
  deposit: 'Deposit',
  suspense: 'Money in suspense',
  transfer: 'Transfer',
  ticket: 'Ticket',
  contact: 'Contact form',
  system_log: 'System log',
  proposal: 'Proposal',
  webhook: 'Webhook',
  job: 'Background job',
  fault: 'Failed request',
};

/** The screen of a record; undefined of a kind that this version does not know. */
export function addressOf({ kind, marker, userid }: FoundRecord): To | undefined {
  switch (kind) {
    case 'user':
      return { to: '/users/$userId', params: { userId: marker } };
    case 'purchase':
      return { to: '/purchases/$marker', params: { marker } };
    case 'suspense':
      return { to: '/suspense/$marker', params: { marker } };
    case 'ticket':
      return { to: '/tickets/$ticketId', params: { ticketId: marker } };
    case 'contact':
      return { to: '/contact', search: { form: marker } };
    case 'system_log':
      return { to: '/system-logs', search: { log: marker } };
    case 'proposal':
      return { to: '/proposals/$marker', params: { marker } };
    case 'webhook':
      return { to: '/webhooks/$webhookId', params: { webhookId: marker } };
    case 'job':
      return { to: '/jobs', search: { job: marker } };
    case 'transfer':
      return { to: '/users/$userId', params: { userId: userid }, search: { tab: 'transfers' } };
    case 'deposit':
      return { to: '/users/$userId', params: { userId: userid }, search: { tab: 'deposits' } };
    default:
      return undefined;
  }
}

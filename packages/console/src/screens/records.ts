import type { Data } from '@harmattan/client';
import type { To } from '../screen-paths.js';

export type FoundRecord = Data<'control_search'>[number];

/** How people call the kinds of records. */
export const KIND_NAMES: Readonly<Record<string, string>> = {
  user: 'User',
  purchase: 'Purchase',
  payout: 'Payout',
  deposit: 'Deposit',
  suspense: 'Money in suspense',
  transfer: 'Transfer',
  ticket: 'Ticket',
  contact: 'Contact form',
  system_log: 'System log',
  proposal: 'Proposal',
  identity: 'Identity',
  webhook: 'Webhook',
  job: 'Background job',
  fault: 'Failed request',
  staff: 'Member of staff',
  biller: 'Biller',
  item: 'Item',
  endpoint: 'Webhook endpoint',
  reconciliation: 'Reconciliation',
};

/** The screen of a record; undefined of a kind that this version does not know. */
export function addressOf({ kind, marker, userid }: Pick<FoundRecord, 'kind' | 'marker' | 'userid'>): To | undefined {
  switch (kind) {
    case 'payout':
      return { to: '/payouts/$marker', params: { marker } };
    case 'user':
      return { to: '/users/$userId', params: { userId: marker } };
    case 'identity':
      return { to: '/identities/$marker', params: { marker } };
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
      return userid === '' || userid === marker
        ? undefined
        : { to: '/users/$userId', params: { userId: userid }, search: { tab: 'transfers' } };
    case 'deposit':
      return { to: '/deposits/$marker', params: { marker } };
    case 'staff':
      return { to: '/staff/$staffId', params: { staffId: marker } };
    case 'biller':
    case 'item':
      return { to: '/routes', search: { by: kind, value: marker } };
    case 'endpoint':
      return { to: '/webhook-endpoints/$endpointId', params: { endpointId: marker } };
    case 'reconciliation':
      return { to: '/books/$reconciliationId', params: { reconciliationId: marker } };
    case 'journal':
      return { to: '/journals/$journalId', params: { journalId: marker } };
    default:
      return undefined;
  }
}

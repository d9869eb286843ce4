import { useOperation } from '../../api/use-operation.js';
import type { To } from '../../screen-paths.js';

const EVERY_MS = 60_000;

/** What waits for staff, as the navigation and the first screen show it. */
export function useWork() {
  return useOperation('control_work_queue', {}, { refetchMs: EVERY_MS });
}

export const WORK_KINDS: Readonly<Record<string, { readonly title: string; readonly all?: To }>> = {
  system_log: { title: 'System logs', all: { to: '/system-logs' } },
  purchase: { title: 'Undecided purchases', all: { to: '/purchases', search: { by: 'undecided' } } },
  payout: { title: 'Undecided payouts', all: { to: '/payouts', search: { by: 'undecided' } } },
  suspense: { title: 'Money in suspense', all: { to: '/suspense' } },
  identity: { title: 'Identities to decide' },
  proposal: { title: 'Open proposals', all: { to: '/proposals' } },
  ticket: { title: 'Tickets', all: { to: '/tickets' } },
  contact: { title: 'Contact forms', all: { to: '/contact' } },
  job: { title: 'Exhausted jobs', all: { to: '/jobs' } },
  webhook: { title: 'Failed webhooks', all: { to: '/webhooks' } },
  reconciliation: { title: 'Days that differ', all: { to: '/books' } },
};

import type { ListKeys } from '../../platform/http/list-keys.js';
import { pageOf } from '../../platform/http/presenting.js';
import type { Page } from '../../kernel/pagination.js';
import { actionInWords } from './domain/action-words.js';
import { visitsOf } from './domain/visits.js';
import type { StoredAuditRecord } from './application/ports.js';

export const AUDIT_KEYS: ListKeys<StoredAuditRecord> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    what: ({ action }) => actionInWords(action),
    actor: ({ staffId }) => staffId,
    ip: ({ ip }) => ip,
  },
};

export function presentAuditRecord({ id, staffId, action, subject, before, after, ip, createdAt }: StoredAuditRecord) {
  return {
    marker: id,
    actor: staffId,
    action,
    what: actionInWords(action),
    subject,
    before: toText(before),
    after: toText(after),
    ip,
    recorded: String(createdAt),
  };
}

const presentPage = pageOf(presentVisit);

/** What somebody read of the record within some minutes is one visit. */
export function presentVisits({ items, next }: Page<StoredAuditRecord>) {
  return presentPage({ items: visitsOf(items), next });
}

function presentVisit([latest, ...rest]: readonly [StoredAuditRecord, ...StoredAuditRecord[]]) {
  const words = new Set([latest, ...rest].map(({ action }) => actionInWords(action)));
  return { ...presentAuditRecord(latest), what: [...words].join('; ') };
}

function toText(state: unknown): string {
  return state === undefined ? '' : JSON.stringify(state);
}

import type { StoredAuditRecord } from './application/ports.js';

export function presentAuditRecord({ id, staffId, action, subject, before, after, ip, createdAt }: StoredAuditRecord) {
  return {
    marker: id,
    actor: staffId,
    action,
    subject,
    before: toText(before),
    after: toText(after),
    ip,
    recorded: String(createdAt),
  };
}

function toText(state: unknown): string {
  return state === undefined ? '' : JSON.stringify(state);
}

import type { JobRecord } from '../../../platform/queue/job-records.js';
import type { NamedRecord } from './application/name-records.js';
import type { OpenWork, QueuedRecord } from './application/show-work-queue.js';
import type { FoundRecord } from './domain/found-record.js';

export function presentName({ kind, id, name, status }: NamedRecord) {
  return { kind, marker: id, name, status };
}

export function presentFound({ kind, id, title, detail, status, userId, createdAt }: FoundRecord) {
  return { kind, marker: id, title, detail, status, userid: userId, recorded: String(createdAt) };
}

export function presentOpenWork({ kind, count, hasMore, oldest }: OpenWork) {
  return { kind, count, more: hasMore, items: oldest.map(presentQueued) };
}

function presentQueued(record: QueuedRecord) {
  const { ownerId: owner, dueAt } = record;
  return { ...presentFound(record), owner, due: dueAt === undefined ? '' : String(dueAt) };
}

export function presentJob({ id, name, key, status, attempts, error, queuedAt, createdAt }: JobRecord) {
  const next = status === 'failing' ? String(createdAt) : '';
  return {
    marker: id,
    name,
    key,
    status,
    attempts,
    error,
    next_attempt: next,
    queued: String(queuedAt),
    recorded: String(createdAt),
  };
}

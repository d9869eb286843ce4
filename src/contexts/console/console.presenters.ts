import type { OpenWork } from './application/show-work-queue.js';
import type { FoundRecord } from './domain/record-summary.js';

export function presentFound({ kind, id, title, detail, status, userId, createdAt }: FoundRecord) {
  return { kind, marker: id, title, detail, status, userid: userId, recorded: String(createdAt) };
}

export function presentOpenWork({ kind, count, hasMore, oldest }: OpenWork) {
  return { kind, count, more: hasMore, items: oldest.map(presentFound) };
}

import type { SystemLog } from './domain/system-log.js';

export function presentSystemLog({ id, kind, description, status, createdAt }: SystemLog) {
  return { marker: id, mtype: kind, descrpt: description, status, recorded: String(createdAt) };
}

export function presentClosing(status: string) {
  return { COMMENT: `The log is ${status}` };
}

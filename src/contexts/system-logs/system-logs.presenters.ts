import type { ListKeys } from '../../platform/http/list-keys.js';
import type { SystemLog } from './domain/system-log.js';

export const SYSTEM_LOG_KEYS: ListKeys<SystemLog> = {
  sorts: {
    recorded: ({ createdAt }) => createdAt,
    mtype: ({ kind }) => kind,
    status: ({ status }) => status,
  },
};

export function presentSystemLog({ id, kind, description, status, createdAt }: SystemLog) {
  return { marker: id, mtype: kind, descrpt: description, status, recorded: String(createdAt) };
}

export function presentClosing(status: string) {
  return { COMMENT: `The log is ${status}` };
}

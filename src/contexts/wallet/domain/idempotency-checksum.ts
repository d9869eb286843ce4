import { hash } from 'node:crypto';

export interface StoredIdempotencyRecord {
  readonly scope: string;
  readonly action: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly state: string;
  readonly response: string | null;
  readonly subjectId: string | null;
  readonly journalId: string | null;
  readonly attemptId: string;
  readonly createdAt: number;
}

/** SHA-256 over every field, which detects a changed response. */
export function idempotencyChecksum(record: StoredIdempotencyRecord): string {
  const { scope, action, key, fingerprint, state, response, subjectId, journalId, attemptId, createdAt } = record;
  return hash(
    'sha256',
    JSON.stringify([scope, action, key, fingerprint, state, response, subjectId, journalId, attemptId, createdAt]),
    'base64url',
  );
}

import { hash } from 'node:crypto';

/** An idempotency record as it is stored. */
export interface StoredIdempotencyRecord {
  readonly scope: string;
  readonly action: string;
  readonly key: string;
  readonly fingerprint: string;
  readonly state: string;
  /** JSON text. */
  readonly response: string | null;
  readonly subjectId: string | null;
  readonly journalId: string | null;
  readonly attemptId: string;
  readonly createdAt: number;
}

/** SHA-256 over every field, so that a change of a stored response is found. */
export function idempotencyChecksum(record: StoredIdempotencyRecord): string {
  const { scope, action, key, fingerprint, state, response, subjectId, journalId, attemptId, createdAt } = record;
  return hash(
    'sha256',
    JSON.stringify([scope, action, key, fingerprint, state, response, subjectId, journalId, attemptId, createdAt]),
    'base64url',
  );
}

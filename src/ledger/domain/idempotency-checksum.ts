import { createHmac } from 'node:crypto';
import type { ChainKey } from '../chain/domain/hash-chain.js';

/** `key` is its record key. */
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

/** HMAC-SHA-256 over every field, under the key of the records. */
export function idempotencyChecksum(record: StoredIdempotencyRecord, { secret }: ChainKey): string {
  const { scope, action, key, fingerprint, state, response, subjectId, journalId, attemptId, createdAt } = record;
  const fields = ['record', scope, action, key, fingerprint, state, response, subjectId, journalId, attemptId, createdAt];
  return createHmac('sha256', secret).update(JSON.stringify(fields)).digest('base64url');
}

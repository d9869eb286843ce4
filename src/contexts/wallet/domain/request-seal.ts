import { hash } from 'node:crypto';

/** A money request as it is stored. */
export interface StoredRequest {
  readonly scope: string;
  readonly action: string;
  readonly key: string;
  readonly digest: string;
  readonly state: string;
  /** JSON text. */
  readonly answer: string | null;
  readonly subject: string | null;
  readonly journalId: string | null;
  readonly writer: string;
  readonly recorded: number;
}

/** SHA-256 over every field of a request: whoever changes what a request was answered, and not this, is found. */
export function requestSeal(request: StoredRequest): string {
  const { scope, action, key, digest, state, answer, subject, journalId, writer, recorded } = request;
  return hash(
    'sha256',
    JSON.stringify([scope, action, key, digest, state, answer, subject, journalId, writer, recorded]),
    'base64url',
  );
}

import { createHmac } from 'node:crypto';
import type { IdempotencyKey } from '../../../kernel/caller.js';
import type { ChainKey } from './hash-chain.js';

/** The id of the key of idempotency records among those of the chain. It stays as it is when the others change. */
export const RECORDS_KEY = 'records';

/** Made of the key of the chain that an installation begins with. */
export function recordsKeyOf({ secret }: ChainKey): ChainKey {
  return { id: RECORDS_KEY, secret: createHmac('sha256', secret).update('harmattan idempotency records').digest() };
}

/** What the record of a command is stored under: nobody without the key can say which command a record is of, or make another one. */
export function recordKey({ scope, action, key }: Omit<IdempotencyKey, 'fingerprint'>, { secret }: ChainKey): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['key', scope, action, key]))
    .digest('base64url');
}

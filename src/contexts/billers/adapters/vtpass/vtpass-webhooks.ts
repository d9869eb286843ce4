import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { RawRequest } from '../../../../kernel/caller.js';
import type { WebhookIdentity } from '../../../webhooks/index.js';
import type { ProviderWebhooks, WebhookHints } from '../../application/ports.js';

const webhookBody = z.object({
  type: z.string().catch(''),
  data: z
    .object({ requestId: z.string().max(64).nullish() })
    .nullish()
    .catch(undefined),
});

/** VTpass signs nothing, so the address that it is given carries a token. */
export class VtpassWebhooks implements ProviderWebhooks {
  readonly answer = { response: 'success' };

  constructor(private readonly token: string) {}

  identify({ query, body }: RawRequest): WebhookIdentity | undefined {
    if (!isSame(query?.['token'], this.token)) return undefined;
    const event = read(Buffer.from(body).toString('utf8')).type.slice(0, 64);
    return { eventId: digest(body).toString('hex'), event: event || 'unnamed' };
  }

  read(payload: string): WebhookHints {
    const { type, data } = read(payload);
    const reference = type === 'transaction-update' ? data?.requestId : undefined;
    return { references: reference ? [reference] : [], catalogueChanged: type === 'variations-update' };
  }
}

function read(payload: string): z.infer<typeof webhookBody> {
  try {
    return webhookBody.parse(JSON.parse(payload));
  } catch {
    return { type: '' };
  }
}

function isSame(given: unknown, token: string): boolean {
  return typeof given === 'string' && timingSafeEqual(digest(Buffer.from(given)), digest(Buffer.from(token)));
}

function digest(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

import { type Bytes, utf8 } from './bytes.js';
import { hmacSha256 } from './digests.js';
import type { components } from './generated/types.js';

/** A webhook as it was received. */
export interface ReceivedWebhook {
  /** As a Request or `IncomingMessage` has them. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it came, before any parsing. */
  readonly body: string | Uint8Array;
}

export interface VerifyOptions {
  /** By `control_webhook_endpoint_create`; several while one replaces the other. Nothing is verified without one. */
  readonly secrets: string | readonly string[] | undefined;
  /** How far its time may be away. Default 300. */
  readonly toleranceSeconds?: number;
  readonly now?: () => number;
}

type Events = components['schemas']['Events'];

interface OfEvent<Type extends keyof Events> {
  /** The same for every attempt; what was seen before is answered 2xx and ignored. */
  readonly id: string;
  readonly type: Type;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly data: Readonly<Events[Type]>;
  readonly events?: undefined;
}

/** Told apart by `type`. */
export type WebhookEvent = { [Type in keyof Events]: OfEvent<Type> }[keyof Events];

/** Several events at once, each with an id of its own, for an endpoint that takes them. */
export interface WebhookBatch {
  readonly id: string;
  readonly type: 'batch';
  readonly timestamp: string;
  readonly data?: undefined;
  readonly events: readonly WebhookEvent[];
}

/** A service that is newer than this client may send other types: answer 2xx to them. */
export type WebhookMessage = WebhookEvent | WebhookBatch;

export class WebhookError extends Error {
  override readonly name = 'WebhookError';

  constructor(
    readonly id: 'headers_missing' | 'too_old' | 'signature_wrong' | 'body_malformed' | 'secret_missing' | 'secret_malformed',
    message: string,
  ) {
    super(message);
  }
}

/** The message, where the service sent it (Standard Webhooks v1). @throws WebhookError */
export async function verifyWebhook({ headers, body }: ReceivedWebhook, options: VerifyOptions): Promise<WebhookMessage> {
  const secrets = [options.secrets ?? []].flat().filter((secret) => secret !== '');
  if (secrets.length === 0)
    throw new WebhookError('secret_missing', 'There is no secret to verify with: give that of the endpoint, whsec_…');
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => read(headers, name));
  if (!id || !timestamp || !signatures) throw new WebhookError('headers_missing', 'A header of the webhook is missing');
  const { toleranceSeconds = 300, now = Date.now } = options;
  if (!(Math.abs(now() / 1000 - Number(timestamp)) <= toleranceSeconds))
    throw new WebhookError('too_old', 'The time of the webhook is too far off');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const given = signatures.split(' ');
  for (const secret of secrets) {
    const expected = await webhookSignature(secret, id, timestamp, text);
    if (given.some((signature) => isSame(signature, expected))) return { ...parse(text), id } as WebhookMessage;
  }
  throw new WebhookError('signature_wrong', 'The webhook was not signed with this secret');
}

export async function webhookSignature(secret: string, id: string, timestamp: string, body: string): Promise<string> {
  const key = fromBase64(secret.replace(/^whsec_/, ''));
  const mac = await hmacSha256(key, utf8(`${id}.${timestamp}.${body}`));
  return `v1,${btoa(String.fromCharCode(...mac))}`;
}

function read(headers: ReceivedWebhook['headers'], name: string): string | undefined {
  if (typeof (headers as Headers).get === 'function') return (headers as Headers).get(name) ?? undefined;
  const found = Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1] as string | string[] | undefined;
  return Array.isArray(found) ? found[0] : found;
}

function parse(text: string): object {
  try {
    const message = JSON.parse(text) as unknown;
    if (typeof message === 'object' && message !== null) return message;
  } catch {
    // Said below.
  }
  throw new WebhookError('body_malformed', 'The body of the webhook is not a JSON object');
}

/** In the same time, wherever they differ. */
function isSame(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (let place = 0; place < one.length; place++) difference |= one.charCodeAt(place) ^ other.charCodeAt(place);
  return difference === 0;
}

function fromBase64(text: string): Bytes {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    throw new WebhookError('secret_malformed', 'The secret is not one of an endpoint: it is whsec_ and base64');
  }
}

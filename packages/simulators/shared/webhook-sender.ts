import { createHmac, randomInt } from 'node:crypto';

export interface WebhookTarget {
  /** Undefined: webhooks are lost. */
  url: string | undefined;
  readonly header: string;
  readonly secret: string;
}

/** @returns the status that it was answered with */
export async function sendWebhook(target: WebhookTarget, message: object): Promise<number | undefined> {
  return (await sendSigned(target, message))?.status;
}

/**
 * Sends a message signed over exactly the bytes that are sent, with its keys in a random order.
 * @param patienceMs as long as the network allows, unless given. @throws Error where there is no answer
 */
export async function sendSigned(
  { url, header, secret }: WebhookTarget,
  message: object,
  patienceMs?: number,
): Promise<{ readonly status: number; readonly body: string } | undefined> {
  if (url === undefined) return undefined;
  const body = JSON.stringify(shuffled(message));
  const signature = createHmac('sha512', secret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', [header]: signature };
  const signal = patienceMs === undefined ? {} : { signal: AbortSignal.timeout(patienceMs) };
  const response = await fetch(url, { method: 'POST', headers, body, ...signal });
  return { status: response.status, body: await response.text() };
}

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]) => [randomInt(1 << 30), key, shuffled(entry)] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => one - other).map(([, key, entry]) => [key, entry]));
}

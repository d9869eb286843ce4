import { createHmac, randomInt } from 'node:crypto';

export interface WebhookTarget {
  /** Undefined: webhooks are lost. */
  url: string | undefined;
  readonly header: string;
  readonly secret: string;
}

/** Sends a webhook signed over exactly the bytes that are sent, with its keys in a random order. */
export async function sendWebhook({ url, header, secret }: WebhookTarget, message: object): Promise<number | undefined> {
  if (url === undefined) return undefined;
  const body = JSON.stringify(shuffled(message));
  const signature = createHmac('sha512', secret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', [header]: signature };
  const response = await fetch(url, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, entry]) => [randomInt(1 << 30), key, shuffled(entry)] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => one - other).map(([, key, entry]) => [key, entry]));
}

import { idTime } from '../../../kernel/ids.js';
import { kobo, toNaira } from '../../../kernel/money.js';
import type { WebhookEventName } from '../../../kernel/webhook-events.js';
import type { PING } from './endpoint.js';

/** What subscribers get of an event, in the manner of Standard Webhooks; amounts are in Naira here as everywhere outside. */
export function messageOf(
  event: WebhookEventName | typeof PING,
  data: Readonly<Record<string, unknown>>,
  eventId: string,
): string {
  const { amountKobo, ...rest } = data;
  const amount = typeof amountKobo === 'number' ? { amount: toNaira(kobo(amountKobo)) } : {};
  return JSON.stringify({ type: event, timestamp: new Date(idTime(eventId)).toISOString(), data: { ...rest, ...amount } });
}

import { type EventData, subjectOf } from '../../../kernel/events.js';
import type { WebhookEventName } from '../../../kernel/webhook-events.js';

/** Events of which a subject has several. Others are the only one of theirs and wait for nothing. */
const SEQUENTIAL: ReadonlySet<WebhookEventName> = new Set([
  'deposit.completed',
  'deposit.expired',
  'purchase.completed',
  'purchase.failed',
  'purchase.reversed',
  'ticket.created',
  'ticket.replied',
]);

/** The time of the next attempt of a webhook that waits for an earlier one of its subject (unix ms). It never comes. */
export const HELD_BACK = Date.UTC(9999, 11, 31);

/** What the webhooks of an event keep their order about; undefined where there is nothing to keep. */
export function sequenceSubject(event: WebhookEventName, data: Readonly<Record<string, unknown>>): string | undefined {
  if (!SEQUENTIAL.has(event)) return undefined;
  const subject = subjectOf(data as EventData);
  return subject === '' ? undefined : subject;
}

export interface Numbered {
  readonly partner: string;
  readonly subject: string;
  readonly sequenceNo: number;
}

/** A webhook that has neither succeeded nor failed. */
export interface OpenWebhook extends Numbered {
  readonly id: string;
  readonly nextAttemptAt: number;
}

/** Ids of those whose turn it is: the first of each subject and partner, where all are held back. */
export function nextInSequence(open: readonly OpenWebhook[]): string[] {
  const first = new Map<string, OpenWebhook>();
  const busy = new Set<string>();
  for (const webhook of open) {
    const name = sequenceName(webhook);
    if (webhook.nextAttemptAt !== HELD_BACK) busy.add(name);
    const before = first.get(name);
    if (!before || webhook.sequenceNo < before.sequenceNo) first.set(name, webhook);
  }
  return [...first].filter(([name]) => !busy.has(name)).map(([, { id }]) => id);
}

export function sequenceName({ partner, subject }: Pick<Numbered, 'partner' | 'subject'>): string {
  return `${partner} ${subject}`;
}

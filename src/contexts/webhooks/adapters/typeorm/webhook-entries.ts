import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { TimelineEntry } from '../../../../kernel/timeline.js';
import { Database } from '../../../../platform/database/database.js';
import { WebhookEntries } from '../../application/ports.js';
import { WebhookEndpointRow, WebhookRow } from './webhooks.rows.js';

const WORDS: Readonly<Record<WebhookRow['status'], string>> = {
  pending: 'waits to be delivered',
  processing: 'is being delivered',
  succeeded: 'was delivered',
  failed: 'could not be delivered',
};

@Injectable()
export class TypeormWebhookEntries extends WebhookEntries {
  constructor(private readonly database: Database) {
    super();
  }

  async entriesOf(eventIds: readonly string[]): Promise<TimelineEntry[]> {
    if (eventIds.length === 0) return [];
    const select = { id: true } as const;
    const endpoints = await this.database.repository(WebhookEndpointRow).find({ select });
    // The index begins with the partner.
    const where = { partner: In(endpoints.map(({ id }) => id)), eventId: In([...eventIds]) };
    const rows = await this.database.repository(WebhookRow).find({ where, order: { createdAt: 'ASC' }, take: 200 });
    return rows.map(({ id, event, status, lastError, createdAt }) => ({
      at: createdAt,
      part: 'webhook',
      what: `The webhook ${event} ${WORDS[status] ?? status}`,
      detail: status === 'succeeded' ? '' : lastError,
      userId: '',
      about: { kind: 'webhook', id },
      permission: 'otherControl.paymentHook',
    }));
  }
}

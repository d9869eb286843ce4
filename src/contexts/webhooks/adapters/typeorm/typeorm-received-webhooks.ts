import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { domainEvent, Outbox } from '../../../../kernel/events.js';
import { BatchWriter } from '../../../../platform/database/batch-writer.js';
import { Database } from '../../../../platform/database/database.js';
import { placeholders } from '../../../../platform/database/placeholders.js';
import { tableOf } from '../../../../platform/database/table.js';
import { type NewWebhook, ReceivedWebhooks } from '../../application/ports.js';
import { WebhookRow } from './webhooks.rows.js';

const TABLE = tableOf(WebhookRow);

/** Those that arrive during a commit share the next one. */
@Injectable()
export class TypeormReceivedWebhooks extends ReceivedWebhooks {
  private readonly writer: BatchWriter<NewWebhook>;

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {
    super();
    this.writer = new BatchWriter((webhooks) => this.write(webhooks));
  }

  keep(webhook: NewWebhook): Promise<void> {
    return this.writer.add(webhook);
  }

  private write(webhooks: readonly NewWebhook[]): Promise<void> {
    return this.database.transaction(async () => {
      const createdAt = this.clock.now();
      const rows = webhooks.map(({ id, direction, partner, eventId, event, payload }) => {
        return { id, direction, partner, eventId, event, payload, status: 'pending', lastError: '', createdAt } as const;
      });
      await TABLE.insertNew(this.database, rows);
      const ids = webhooks.map(({ id }) => id);
      const added = await this.database.rowsOnce<{ id: string }>(
        `SELECT id FROM webhook WHERE id IN (${placeholders(ids)}) ORDER BY id`,
        ids,
      );
      await this.outbox.add(...added.map(({ id }) => domainEvent('webhook.received', { webhookId: id })));
    });
  }
}

import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Database } from '../../platform/database/database.js';
import { placeholders } from '../../platform/database/placeholders.js';
import { tableOf } from '../../platform/database/table.js';
import { AllWebhooks } from './all-webhooks.js';
import { type NewWebhook, PING, ReceivedWebhooks, type Webhook, WebhookEntries } from './webhooks.js';
import { WebhookRow, WebhookEndpointRow } from './webhooks.rows.js';
import { domainEvent, Outbox } from '../../kernel/events.js';
import { BatchWriter } from '../../platform/database/batch-writer.js';
import { In, Not } from 'typeorm';
import { type TimelineEntry, OpenRecords, type RecordSummary, StaffRecords } from '../../kernel/records.js';
import { Contributes } from '../../kernel/registry.js';
import { countRows, idsAmong, oldestRows, rowsById } from '../../platform/database/open-rows.js';

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

const WORDS: Readonly<Record<WebhookRow['status'], string>> = {
  pending: 'waits to be delivered',
  processing: 'is being delivered',
  succeeded: 'was delivered',
  failed: 'could not be delivered',
};

@Injectable()
export class TypeormWebhookEntries extends WebhookEntries {
  constructor(
    private readonly database: Database,
    private readonly all: AllWebhooks,
  ) {
    super();
  }

  async entriesOf(eventIds: readonly string[]): Promise<TimelineEntry[]> {
    if (eventIds.length === 0) return [];
    const select = { id: true } as const;
    const endpoints = await this.database.repository(WebhookEndpointRow).find({ select });
    // The index begins with the partner.
    const where = { partner: In(endpoints.map(({ id }) => id)), eventId: In([...eventIds]) };
    const rows = await this.database.repository(WebhookRow).find({ where, order: { createdAt: 'ASC' }, take: 200 });
    const webhooks = [...rows, ...(await this.all.ofEvents(eventIds))];
    return webhooks.map(({ id, event, status, lastError, createdAt }) => ({
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

/** A ping that failed has told who sent it. */
const FAILED = [{ status: 'failed' as const, event: Not(PING) }];

@Injectable()
@Contributes(StaffRecords)
export class TypeormOpenWebhooks extends OpenRecords {
  override readonly kind = 'webhook';
  override readonly permission = 'otherControl.paymentHook';

  constructor(
    private readonly database: Database,
    private readonly all: AllWebhooks,
  ) {
    super();
  }

  override async find(text: string): Promise<RecordSummary[]> {
    const found = await this.all.find(text);
    return found ? [summaryOf(found)] : [];
  }

  override countOpen(limit: number): Promise<number> {
    return countRows(this.rows, FAILED, limit);
  }

  override async listOpen(limit: number, after?: number): Promise<RecordSummary[]> {
    return (await oldestRows(this.rows, FAILED, limit, after)).map(summaryOf);
  }

  override openAmong(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return idsAmong(this.rows, FAILED, ids);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return (await rowsById(this.rows, ids)).map(summaryOf);
  }

  private get rows() {
    return this.database.repository(WebhookRow);
  }
}

function summaryOf({ id, event, direction, partner, lastError, status, createdAt }: Webhook): RecordSummary {
  const detail = [`${direction} ${partner}`, lastError].filter((text) => text !== '').join(': ');
  return { id, title: event, detail, status, userId: '', createdAt };
}

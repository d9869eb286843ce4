import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { Database } from '../../platform/database/database.js';
import { placeholders } from '../../platform/database/placeholders.js';
import { tableOf } from '../../platform/database/table.js';
import { AllWebhooks } from './all-webhooks.js';
import { CLAIM_MS } from './deliver-webhooks.js';
import { type NewWebhook, PING, ReceivedWebhooks, type Webhook, WebhookEntries, Webhooks } from './webhooks.js';
import { WebhookRow, WebhookEndpointRow } from './webhooks.rows.js';
import { domainEvent, Outbox } from '../../kernel/events.js';
import { BatchLoader } from '../../platform/database/batch-loader.js';
import { BatchWriter } from '../../platform/database/batch-writer.js';
import { In, Not } from 'typeorm';
import { type TimelineEntry, OpenRecords, type RecordSummary, StaffRecords } from '../../kernel/records.js';
import { Contributes } from '../../kernel/registry.js';
import { countRows, idsAmong, oldestRows, rowsById } from '../../platform/database/open-rows.js';

const TABLE = tableOf(WebhookRow);

type Kept = NewWebhook & Pick<Webhook, 'status'>;
type EventOfPartner = Pick<Webhook, 'partner' | 'eventId'>;

/** Those that arrive during a commit share the next one. One that has succeeded has no row of its attempt, because nobody looks for it. */
@Injectable()
export class TypeormReceivedWebhooks extends ReceivedWebhooks {
  private readonly writer: BatchWriter<Kept>;
  private readonly known: BatchLoader<string, true>;

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly webhooks: Webhooks,
    private readonly clock: Clock,
  ) {
    super();
    this.writer = new BatchWriter((webhooks) => this.write(webhooks));
    this.known = new BatchLoader(database, (names) => this.readKnown(names));
  }

  async has(partner: string, eventId: string): Promise<boolean> {
    return (await this.known.get(nameOf({ partner, eventId }))) ?? false;
  }

  keep(webhook: NewWebhook, status: Kept['status']): Promise<void> {
    return this.writer.add({ ...webhook, status });
  }

  private async readKnown(names: readonly string[]): Promise<Map<string, true>> {
    const given = names.map((name) => JSON.parse(name) as [string, string]);
    const partners = [...new Set(given.map(([partner]) => partner))];
    const rows = await this.database.rowsOnce<EventOfPartner>(
      `SELECT partner, event_id AS eventId FROM webhook
       WHERE partner IN (${placeholders(partners)}) AND event_id IN (${placeholders(given)})`,
      [...partners, ...given.map(([, eventId]) => eventId)],
    );
    return new Map(rows.map((row) => [nameOf(row), true]));
  }

  private async write(webhooks: readonly Kept[]): Promise<void> {
    await this.database.transaction(async () => {
      const createdAt = this.clock.now();
      const rows = webhooks.map(({ id, direction, partner, eventId, event, payload, status }) => {
        const attempts = status === 'pending' ? 0 : 1;
        const nextAttemptAt = status === 'processing' ? createdAt + CLAIM_MS : 0;
        return { id, direction, partner, eventId, event, payload, status, attempts, nextAttemptAt, lastError: '', createdAt };
      });
      await TABLE.insertNew(this.database, rows);
      const pending = webhooks.filter(({ status }) => status === 'pending');
      await this.outbox.add(...pending.map(({ id }) => domainEvent('webhook.received', { webhookId: id })));
    });
    this.webhooks.countSucceeded('inbound', webhooks.filter(({ status }) => status === 'succeeded').length);
  }
}

function nameOf({ partner, eventId }: EventOfPartner): string {
  return JSON.stringify([partner, eventId]);
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

import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { placeholders } from '../../platform/database/placeholders.js';
import { claimLock } from '../../platform/database/row-lock.js';
import { tableOf } from '../../platform/database/table.js';
import { type ClaimedWebhook, type NewWebhook, ReceivedWebhooks, WebhookEntries, PING } from './webhooks.js';
import { FirstAttempts, type SucceededAttempt } from './deliver-webhooks.js';
import { WebhookAttemptRow, countedAttempts, type WebhookAttempts, WebhookRow, WebhookEndpointRow } from './webhooks.rows.js';
import { domainEvent, Outbox } from '../../kernel/events.js';
import { BatchWriter } from '../../platform/database/batch-writer.js';
import { In, Not } from 'typeorm';
import type { TimelineEntry } from '../../kernel/timeline.js';
import { Contributes } from '../../kernel/registry.js';
import { OpenRecords, type RecordSummary, StaffRecords } from '../../kernel/staff-records.js';
import { countRows, idsAmong, oldestRows, rowsById } from '../../platform/database/open-rows.js';

type NewRow = Pick<ClaimedWebhook, 'id' | 'partner' | 'eventId' | 'event' | 'payload' | 'subject'>;

const PENDING = "status = 'pending' AND direction = 'outbound'";
const NEW = `${PENDING} AND partner = ? AND next_attempt_at = 0 AND attempts = 0`;
const NEXT = `SELECT MIN(partner) FROM webhook WHERE ${PENDING}`;
/** From partner to partner along the index, because DISTINCT reads all that wait; each server does so for another form of it. */
const PARTNERS = {
  sqlite: `
    WITH RECURSIVE pending (partner) AS (
      ${NEXT} UNION ALL SELECT (${NEXT} AND partner > pending.partner) FROM pending WHERE pending.partner IS NOT NULL)
    SELECT partner FROM pending`,
  mysql: `
    SELECT partner FROM (
      SELECT partner FROM webhook FORCE INDEX (webhook_due) WHERE ${PENDING} GROUP BY status, direction, partner) AS pending`,
} as const;
/** A subquery with LIMIT, because EXISTS may become a join that reads the whole table. */
const HAS_NEW = `(SELECT 1 FROM webhook WHERE ${NEW.replace('?', 'pending.partner')} LIMIT 1) = 1`;
const HELD = "status = 'processing' AND attempts = 1";
const IS_RECORDED = 'EXISTS (SELECT 1 FROM webhook_attempt WHERE webhook_id = webhook.id AND number = 1)';
const ATTEMPT = tableOf(WebhookAttemptRow);
const FIRST = { number: 1, isManual: false, outcome: 'succeeded', error: '' } as const;

@Injectable()
export class TypeormFirstAttempts extends FirstAttempts {
  private readonly counted: WebhookAttempts;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    super();
    this.counted = countedAttempts(metrics);
  }

  async endpointIds(): Promise<string[]> {
    const sql = `${PARTNERS[this.database.dialect]} WHERE ${HAS_NEW} ORDER BY partner`;
    return (await this.database.rows<{ partner: string }>(sql)).map(({ partner }) => partner);
  }

  claim(endpointId: string, limit: number, leaseUntil: number): Promise<ClaimedWebhook[]> {
    return this.database.transaction(async () => {
      const rows = await this.database.rows<NewRow>(
        `SELECT id, partner, event_id AS eventId, event, payload, subject FROM webhook ${this.byDue} WHERE ${NEW}
         ORDER BY id LIMIT ${limit} ${claimLock(this.database)}`,
        [endpointId],
      );
      if (rows.length === 0) return [];
      const ids = rows.map(({ id }) => id);
      await this.database.rowsOnce(
        `UPDATE webhook SET status = 'processing', attempts = 1, next_attempt_at = ? WHERE id IN (${placeholders(ids)})`,
        [leaseUntil, ...ids],
      );
      const claimed = { direction: 'outbound', attempt: 1, isManual: false, claimedAt: this.clock.now() } as const;
      return rows.map(({ id, partner, eventId, event, payload, subject }) => ({
        ...claimed,
        id,
        partner,
        eventId,
        event,
        payload,
        subject,
      }));
    });
  }

  succeed(attempts: readonly SucceededAttempt[]): Promise<void> {
    return this.database.transaction(async () => {
      const ids = attempts.map(({ webhook }) => webhook.id);
      // Attempts are only ever inserted, so one that is there already is not written over: nobody has the right to.
      const rows = await this.database.rowsOnce<{ id: string; isRecorded: 0 | 1 }>(
        `SELECT id, ${IS_RECORDED} AS isRecorded FROM webhook WHERE id IN (${placeholders(ids)}) AND ${HELD} ${this.isMysql ? 'FOR UPDATE' : ''}`,
        ids,
      );
      if (rows.length === 0) return;
      const held = rows.map(({ id }) => id);
      const unrecorded = new Set(rows.flatMap(({ id, isRecorded }) => (isRecorded ? [] : id)));
      await this.database.rowsOnce(
        `UPDATE webhook SET status = 'succeeded', next_attempt_at = 0, last_error = '' WHERE id IN (${placeholders(held)})`,
        held,
      );
      const recorded = attempts.filter(({ webhook }) => unrecorded.has(webhook.id));
      const written = recorded.map(({ webhook, httpStatus, endedAt }) => {
        const durationMs = Math.max(0, endedAt - webhook.claimedAt);
        return { ...FIRST, id: newId(), webhookId: webhook.id, httpStatus, durationMs, createdAt: endedAt };
      });
      await ATTEMPT.insertAll(this.database, written);
      this.database.afterCommit(() => {
        for (const { webhook } of recorded) this.counted.inc({ direction: webhook.direction, outcome: 'succeeded' });
      });
    });
  }

  async release(webhooks: readonly ClaimedWebhook[], nextAttemptAt: number): Promise<void> {
    if (webhooks.length === 0) return;
    const ids = webhooks.map(({ id }) => id);
    await this.database.rowsOnce(
      `UPDATE webhook SET status = 'pending', attempts = 0, next_attempt_at = ? WHERE id IN (${placeholders(ids)}) AND ${HELD}`,
      [nextAttemptAt, ...ids],
    );
  }

  /** For the order of ids MySQL would otherwise walk along all webhooks that there ever were. */
  private get byDue(): string {
    return this.isMysql ? 'FORCE INDEX (webhook_due)' : '';
  }

  private get isMysql(): boolean {
    return this.database.dialect === 'mysql';
  }
}

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

/** A ping that failed has told who sent it. */
const FAILED = [{ status: 'failed' as const, event: Not(PING) }];

@Injectable()
@Contributes(StaffRecords)
export class TypeormOpenWebhooks extends OpenRecords {
  override readonly kind = 'webhook';
  override readonly permission = 'otherControl.paymentHook';

  constructor(private readonly database: Database) {
    super();
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    return (await this.rows.find({ where: { id: text }, take: limit })).map(summaryOf);
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

function summaryOf({ id, event, direction, partner, lastError, status, createdAt }: WebhookRow): RecordSummary {
  const detail = [`${direction} ${partner}`, lastError].filter((text) => text !== '').join(': ');
  return { id, title: event, detail, status, userId: '', createdAt };
}

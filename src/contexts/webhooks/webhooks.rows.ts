import { Entity, Index } from 'typeorm';
import { RowSeal, Unsealed } from '../../platform/crypto/row-seal.js';
import { Sealed } from '../../platform/crypto/sealed-columns.js';
import {
  CountColumn,
  FlagColumn,
  IdColumn,
  LongTextColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../platform/database/columns.js';
import type { EndpointStatus } from './endpoints.js';
import {
  type Attempt,
  type Direction,
  type WebhookStatus,
  type HeldBackWebhook,
  type InSequence,
  type NewWebhook,
  HELD_BACK,
  nextInSequence,
  type Numbered,
  type OpenWebhook,
  sequenceName,
} from './webhooks.js';
import type { Counter } from 'prom-client';
import type { Metrics } from '../../platform/telemetry/metrics.js';
import type { Database } from '../../platform/database/database.js';
import { isDuplicate } from '../../platform/database/errors.js';
import { placeholders } from '../../platform/database/placeholders.js';
import { tableOf } from '../../platform/database/table.js';

@Entity('webhook_endpoint')
@Index('webhook_endpoint_recorded', ['createdAt'])
@Index('webhook_endpoint_status', ['status'])
@RowSeal<WebhookEndpointRow>('endpointSeal', ['url', 'events'])
@Unsealed<WebhookEndpointRow>({
  description: 'is only shown',
  status: 'only says whether it is told at all',
  consecutiveFailures: 'only says when it is told no more',
  secret: 'is encrypted for its row',
  previousSecret: 'is encrypted for its row',
  previousUntil: 'only says how long a secret of its own is used',
  batch: 'only says how many events share a request',
  batchNo: 'only says what the endpoint was told: set ahead it is told less, set back it is told twice',
  position: 'is the place within the batch',
  misses: 'only says when it is tried again',
  retryAt: 'only says when it is tried again',
  createdAt: 'is only shown',
})
export class WebhookEndpointRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('url', 1000) url: string;
  @LongTextColumn('events') events: string;
  @TextColumn('description', 1000) description: string;
  @TextColumn('status', 16) status: EndpointStatus;
  @CountColumn('strikes', { default: 0 }) consecutiveFailures: number;
  @Sealed() @TextColumn('secret') secret: string;
  @Sealed() @TextColumn('previous_secret', 255, { nullable: true }) previousSecret: string | null;
  @TimeColumn('previous_until', { default: 0 }) previousUntil: number;
  @CountColumn('batch', { default: 1 }) batch: number;
  /** Behind the last journal that the endpoint was told of. */
  @CountColumn('batch_no', { nullable: true }) batchNo: number | null;
  @CountColumn('position', { nullable: true }) position: number | null;
  /** Requests in a row without an answer. */
  @CountColumn('misses', { default: 0 }) misses: number;
  @TimeColumn('retry_at', { default: 0 }) retryAt: number;
  @TimeColumn('recorded') createdAt: number;
  @TextColumn('endpoint_seal', 64, { nullable: true }) endpointSeal: string | null;
}

const SUBJECT_LENGTH = 64;

@Entity('webhook')
@Index('webhook_event', ['partner', 'eventId'], { unique: true })
@Index('webhook_due', ['status', 'direction', 'partner', 'nextAttemptAt', 'id'])
@Index('webhook_recorded', ['createdAt'])
@Index('webhook_status', ['status', 'createdAt'])
@Index('webhook_partner', ['partner', 'createdAt'])
@Index('webhook_sequence', ['partner', 'subject', 'sequenceNo'], { unique: true })
export class WebhookRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('direction', 16) direction: Direction;
  @IdColumn('partner') partner: string;
  @TextColumn('event_id', 128) eventId: string;
  @TextColumn('event', 64) event: string;
  @LongTextColumn('payload') payload: string;
  @TextColumn('status', 16) status: WebhookStatus;
  @CountColumn('attempts', { default: 0 }) attempts: number;
  @CountColumn('manual_retries', { default: 0 }) manualRetries: number;
  /** The current or next attempt was requested by staff. */
  @FlagColumn('is_manual', { default: 0 }) isManual: boolean;
  /** While processing: end of the lease. */
  @TimeColumn('next_attempt_at', { default: 0 }) nextAttemptAt: number;
  @TextColumn('last_error') lastError: string;
  @TimeColumn('recorded') createdAt: number;
  /** What the webhook and others tell of; null where no other one does. */
  @TextColumn('subject', SUBJECT_LENGTH, { nullable: true }) subject: string | null;
  /** Place among the webhooks of the subject at the partner, from 1. */
  @CountColumn('sequence_no', { nullable: true }) sequenceNo: number | null;
}

@Entity('webhook_attempt')
@Index('webhook_attempt_number', ['webhookId', 'number'], { unique: true })
export class WebhookAttemptRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('webhook_id') webhookId: string;
  @CountColumn('number') number: number;
  @FlagColumn('is_manual') isManual: boolean;
  @TextColumn('outcome', 16) outcome: Attempt['outcome'];
  @TextColumn('error') error: string;
  @CountColumn('http_status') httpStatus: number;
  @CountColumn('duration_ms') durationMs: number;
  @TimeColumn('recorded') createdAt: number;
}

/** What an endpoint was not told of the journals, because it was off or a version before told it by rows. */
@Entity('webhook_gap')
@Index('webhook_gap_endpoint', ['endpointId'])
export class WebhookGapRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('endpoint_id') endpointId: string;
  @CountColumn('after_batch_no') afterBatchNo: number;
  @CountColumn('after_position') afterPosition: number;
  /** Null while the endpoint is off. */
  @CountColumn('until_batch_no', { nullable: true }) untilBatchNo: number | null;
  @CountColumn('until_position', { nullable: true }) untilPosition: number | null;
  @TimeColumn('recorded') createdAt: number;
}

export type WebhookAttempts = Counter<'direction' | 'outcome'>;

/** `retried`: the attempt failed and another one follows; `failed`: it was the last one. */
export function countedAttempts(metrics: Metrics): WebhookAttempts {
  const help = 'Attempts at webhooks by direction and outcome: succeeded, retried, failed for good';
  const failed = ['inbound', 'outbound'].map((direction) => ({ direction, outcome: 'failed' }));
  return metrics.counter('harmattan_webhook_attempts_total', help, ['direction', 'outcome'], failed);
}

type SequentialWebhook = NewWebhook & { readonly subject: string };
type Written = Numbered & { readonly eventId: string; readonly status: WebhookStatus };

const TABLE = tableOf(WebhookRow);
const OPEN: readonly WebhookStatus[] = ['pending', 'processing'];
/** Other processes may number webhooks of the same subject. */
const TRIES = 10;

/**
 * The webhooks of a subject at a partner, by a number that a unique key gives out. Nothing is locked: a webhook that is held back while the one
 * before it ends is found after both commits, because writer and deliverer each look after their own.
 */
export class SubjectSequences {
  constructor(private readonly database: Database) {}

  /** In the caller's unit of work; those whose event exists at the partner are skipped. @returns those that wait for an earlier one */
  async addAll(webhooks: readonly SequentialWebhook[], createdAt: number): Promise<HeldBackWebhook[]> {
    if (webhooks.length === 0) return [];
    for (let tries = 1; ; tries++) {
      const rows = number(webhooks, await this.read<Written>(webhooks, 'event_id AS eventId, status'));
      try {
        await TABLE.insertAll(
          this.database,
          rows.map((row) => ({ ...row, status: 'pending', lastError: '', createdAt })),
        );
        return rows.filter(({ nextAttemptAt }) => nextAttemptAt === HELD_BACK);
      } catch (error) {
        if (!isDuplicate(error) || tries === TRIES) throw error;
      }
    }
  }

  /** @returns ids of those that may be attempted now */
  async releaseNext(webhooks: readonly InSequence[]): Promise<string[]> {
    const sequential = webhooks.filter(isSequential);
    if (sequential.length === 0) return [];
    const isOpen = `status IN (${OPEN.map((status) => `'${status}'`).join()})`;
    const ids = nextInSequence(await this.read<OpenWebhook>(sequential, 'id, next_attempt_at AS nextAttemptAt', isOpen));
    if (ids.length > 0)
      await this.database.rowsOnce(
        `UPDATE webhook SET next_attempt_at = 0 WHERE id IN (${placeholders(ids)}) AND status = 'pending' AND next_attempt_at = ?`,
        [...ids, HELD_BACK],
      );
    return ids;
  }

  private async read<Row extends Numbered>(
    webhooks: readonly Pick<SequentialWebhook, 'partner' | 'subject'>[],
    columns: string,
    condition = '1 = 1',
  ): Promise<Row[]> {
    const subjects = new Map<string, Set<string>>();
    for (const { partner, subject } of webhooks) subjects.set(partner, (subjects.get(partner) ?? new Set()).add(subject));
    const places = [...subjects].map(([partner, named]) => ({ partner, named: [...named] }));
    const isNamed = places.map(({ named }) => `(partner = ? AND subject IN (${placeholders(named)}))`).join(' OR ');
    return this.database.rowsOnce<Row>(
      `SELECT partner, subject, sequence_no AS sequenceNo, ${columns} FROM webhook WHERE (${isNamed}) AND ${condition}`,
      places.flatMap(({ partner, named }) => [partner, ...named]),
    );
  }
}

export function isSequential<Webhook extends InSequence>(webhook: Webhook): webhook is Webhook & { readonly subject: string } {
  return typeof webhook.subject === 'string';
}

/** Numbers unwritten webhooks behind the written ones. */
function number(webhooks: readonly SequentialWebhook[], written: readonly Written[]) {
  const events = new Set(written.map(({ partner, eventId }) => `${partner} ${eventId}`));
  const last = new Map<string, number>();
  const busy = new Set<string>();
  for (const row of written) {
    const name = sequenceName(row);
    last.set(name, Math.max(last.get(name) ?? 0, row.sequenceNo));
    if (OPEN.includes(row.status)) busy.add(name);
  }
  return webhooks.flatMap(({ id, direction, partner, eventId, event, payload, subject }) => {
    const key = `${partner} ${eventId}`;
    if (events.has(key)) return [];
    events.add(key);
    const name = sequenceName({ partner, subject });
    const sequenceNo = (last.get(name) ?? 0) + 1;
    const nextAttemptAt = busy.has(name) ? HELD_BACK : 0;
    last.set(name, sequenceNo);
    busy.add(name);
    return [{ id, direction, partner, eventId, event, payload, subject, sequenceNo, nextAttemptAt }];
  });
}

import { Injectable } from '@nestjs/common';
import { And, In, LessThan, LessThanOrEqual, MoreThanOrEqual } from 'typeorm';
import { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { type Page, type PageRequest, readPage } from '../../kernel/pagination.js';
import { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { placeholders } from '../../platform/database/placeholders.js';
import { tableOf } from '../../platform/database/table.js';
import {
  type ClaimedWebhook,
  type Direction,
  type DueWebhook,
  type FailedFilter,
  type HeldBackWebhook,
  type InSequence,
  type KnownWebhooks,
  type NewWebhook,
  type PendingGroup,
  type WebhookFilter,
  Webhooks,
  HELD_BACK,
  type Attempt,
  type AttemptResult,
  type Webhook,
} from './webhooks.js';
import {
  isSequential,
  SubjectSequences,
  WebhookAttemptRow,
  WebhookRow,
  countedAttempts,
  type WebhookAttempts,
} from './webhooks.rows.js';

const TABLE = tableOf(WebhookRow);
const LINES = "SELECT DISTINCT status, direction, partner FROM webhook WHERE status IN ('pending', 'processing')";
const DUE = `
  SELECT id, next_attempt_at AS nextAttemptAt FROM webhook
  WHERE status = ? AND direction = ? AND partner = ? AND next_attempt_at BETWEEN ? AND ? AND (next_attempt_at > ? OR id > ?)
  ORDER BY next_attempt_at, id LIMIT`;
const HELD_BACK_ROWS = `
  SELECT id, partner, subject FROM webhook
  WHERE status = 'pending' AND direction = 'outbound' AND partner = ? AND next_attempt_at = ? AND id > ? ORDER BY id LIMIT`;

@Injectable()
export class TypeormWebhooks extends Webhooks {
  private readonly counted: WebhookAttempts;
  private readonly sequences: SubjectSequences;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    super();
    this.sequences = new SubjectSequences(database);
    this.counted = countedAttempts(metrics);
  }

  async addManual(webhook: NewWebhook): Promise<void> {
    const now = this.clock.now();
    const manual = { status: 'pending', isManual: true, nextAttemptAt: now, lastError: '', createdAt: now } as const;
    await this.rows.insert({ ...webhook, ...manual });
  }

  async addAll(webhooks: readonly NewWebhook[]): Promise<readonly HeldBackWebhook[]> {
    const now = this.clock.now();
    const others = webhooks.filter((webhook) => !isSequential(webhook));
    const rows = others.map((webhook) => {
      const { id, direction, partner, eventId, event, payload } = webhook;
      return { id, direction, partner, eventId, event, payload, status: 'pending', lastError: '', createdAt: now } as const;
    });
    await TABLE.insertNew(this.database, rows);
    return this.sequences.addAll(webhooks.filter(isSequential), now);
  }

  async addFailed(webhook: NewWebhook & Pick<Webhook, 'lastError' | 'createdAt'>): Promise<void> {
    const { lastError, createdAt } = webhook;
    await this.addAll([webhook]);
    await this.rows.update({ id: webhook.id, attempts: 0 }, { status: 'failed', nextAttemptAt: 0, lastError, createdAt });
  }

  async known(partner: string, eventIds: readonly string[], subjects: readonly string[]): Promise<KnownWebhooks> {
    const read = (column: string, values: readonly string[], condition: string) =>
      values.length === 0
        ? []
        : this.database.rowsOnce<{ value: string }>(
            `SELECT ${column} AS value FROM webhook WHERE partner = ? AND ${column} IN (${placeholders(values)})${condition}`,
            [partner, ...values],
          );
    const valuesOf = (rows: readonly { value: string }[]) => new Set(rows.map(({ value }) => value));
    // In this order: one that is written in between is open.
    const written = valuesOf(await read('event_id', eventIds, ''));
    const open = valuesOf(await read('subject', subjects, " AND status IN ('pending', 'processing')"));
    return { eventIds: written, openSubjects: open };
  }

  releaseNext(ended: readonly InSequence[]): Promise<string[]> {
    return this.sequences.releaseNext(ended);
  }

  listHeldBack(partner: string, limit: number, afterId: string): Promise<HeldBackWebhook[]> {
    return this.database.rows<HeldBackWebhook>(`${HELD_BACK_ROWS} ${limit}`, [partner, HELD_BACK, afterId]);
  }

  async claim(id: string, leaseUntil: number): Promise<ClaimedWebhook | undefined> {
    if (await this.take(id, 'pending', leaseUntil)) return this.claimed(id, leaseUntil);
    return this.database.transaction(async () => {
      // Still in processing after its lease: the holder has crashed.
      if (!(await this.take(id, 'processing', leaseUntil))) return undefined;
      const claimed = await this.claimed(id, leaseUntil);
      if (!claimed) return undefined;
      const lost = { ...claimed, attempt: claimed.attempt - 1 };
      await this.record(lost, 'lost', { error: 'the process ended before the attempt did' });
      return claimed;
    });
  }

  /** Undefined where this process stood still for so long that another one has taken it over. */
  private async claimed(id: string, leaseUntil: number): Promise<ClaimedWebhook | undefined> {
    const row = await this.rows.findOneBy({ id, status: 'processing', nextAttemptAt: leaseUntil });
    if (!row) return undefined;
    const { direction, partner, eventId, event, payload, subject, attempts, isManual } = row;
    return { id, direction, partner, eventId, event, payload, subject, isManual, claimedAt: this.clock.now(), attempt: attempts };
  }

  async finish(webhook: ClaimedWebhook, result: AttemptResult, nextAttemptAt?: number): Promise<boolean> {
    const { id, direction, attempt } = webhook;
    const isWell = result.error === undefined;
    const status = isWell ? 'succeeded' : nextAttemptAt === undefined ? 'failed' : 'pending';
    return this.database.transaction(async () => {
      const { affected } = await this.rows.update(
        { id, status: 'processing', attempts: attempt },
        { status, isManual: false, lastError: result.error ?? '', nextAttemptAt: nextAttemptAt ?? 0 },
      );
      if (affected !== 1) return false;
      await this.record(webhook, isWell ? 'succeeded' : 'failed', result);
      this.database.afterCommit(() => this.counted.inc({ direction, outcome: status === 'pending' ? 'retried' : status }));
      return true;
    });
  }

  countSucceeded(direction: Direction, count: number): void {
    this.counted.inc({ direction, outcome: 'succeeded' }, count);
  }

  async reopen(id: string, maximum: number): Promise<boolean> {
    const { affected } = await this.rows.update(
      { id, status: 'failed', manualRetries: LessThan(maximum) },
      { status: 'pending', isManual: true, manualRetries: () => 'manual_retries + 1', nextAttemptAt: this.clock.now() },
    );
    return affected === 1;
  }

  listPendingGroups(): Promise<PendingGroup[]> {
    return this.database.rows<PendingGroup>(LINES);
  }

  listDue({ status, direction, partner }: PendingGroup, limit: number, after?: DueWebhook): Promise<DueWebhook[]> {
    const { id, nextAttemptAt } = after ?? { id: '', nextAttemptAt: 0 };
    const place = [nextAttemptAt, this.clock.now(), nextAttemptAt, id];
    return this.database.rows<DueWebhook>(`${DUE} ${limit}`, [status, direction, partner, ...place]);
  }

  async endpointOf(id: string): Promise<string | undefined> {
    const row = await this.rows.findOne({ select: { partner: true }, where: { id, direction: 'outbound' } });
    return row?.partner;
  }

  async find(id: string): Promise<Webhook | undefined> {
    return (await this.rows.findOneBy({ id })) ?? undefined;
  }

  list(filter: WebhookFilter, page: PageRequest): Promise<Page<Webhook>> {
    return readPage(page, (before, limit) => this.newest(filter, before, limit));
  }

  newest({ from = 0, until = Infinity, ...filter }: WebhookFilter, before = Infinity, limit: number): Promise<Webhook[]> {
    const end = Math.min(until, before);
    const recorded = [MoreThanOrEqual(from), ...(Number.isFinite(end) ? [LessThan(end)] : [])];
    const where = { ...filter, createdAt: And(...recorded) };
    return this.rows.find({ where, order: { createdAt: 'DESC', id: 'DESC' }, take: limit });
  }

  async listFailed({ from, until, partner }: FailedFilter, manualRetries: number, limit: number): Promise<string[]> {
    const recorded = And(MoreThanOrEqual(from), LessThan(until));
    const named = partner === undefined ? {} : { partner };
    const rows = await this.rows.find({
      select: { id: true },
      where: { status: 'failed', createdAt: recorded, manualRetries: LessThan(manualRetries), ...named },
      order: { createdAt: 'ASC' },
      take: limit,
    });
    return rows.map(({ id }) => id);
  }

  attempts(webhookId: string): Promise<Attempt[]> {
    return this.attemptRows.find({ where: { webhookId }, order: { number: 'ASC' } });
  }

  async removeSucceeded(recordedBefore: number, limit: number): Promise<number> {
    const old = { status: 'succeeded', createdAt: LessThan(recordedBefore) } as const;
    const rows = await this.rows.find({ select: { id: true }, where: old, order: { createdAt: 'ASC' }, take: limit });
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await this.database.transaction(async () => {
      // In this order, because a trigger protects the attempts of existing webhooks.
      await this.rows.delete({ id: In(ids) });
      await this.attemptRows.delete({ webhookId: In(ids) });
    });
    return ids.length;
  }

  private async take(id: string, status: 'pending' | 'processing', leaseUntil: number): Promise<boolean> {
    const { affected } = await this.rows.update(
      { id, status, nextAttemptAt: LessThanOrEqual(this.clock.now()) },
      { status: 'processing', attempts: () => 'attempts + 1', nextAttemptAt: leaseUntil },
    );
    return affected === 1;
  }

  private async record(webhook: ClaimedWebhook, outcome: Attempt['outcome'], result: AttemptResult): Promise<void> {
    const createdAt = this.clock.now();
    await this.attemptRows.insert({
      id: newId(),
      webhookId: webhook.id,
      number: webhook.attempt,
      isManual: webhook.isManual,
      outcome,
      error: result.error ?? '',
      httpStatus: result.httpStatus ?? 0,
      durationMs: Math.max(0, createdAt - webhook.claimedAt),
      createdAt,
    });
  }

  private get rows() {
    return this.database.repository(WebhookRow);
  }

  private get attemptRows() {
    return this.database.repository(WebhookAttemptRow);
  }
}

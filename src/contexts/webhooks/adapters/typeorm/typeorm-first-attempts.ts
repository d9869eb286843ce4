import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../kernel/clock.js';
import { newId } from '../../../../kernel/ids.js';
import { Database } from '../../../../platform/database/database.js';
import { Metrics } from '../../../../platform/telemetry/metrics.js';
import { placeholders } from '../../../../platform/database/placeholders.js';
import { claimLock } from '../../../../platform/database/row-lock.js';
import { tableOf } from '../../../../platform/database/table.js';
import { type ClaimedWebhook, FirstAttempts, type SucceededAttempt } from '../../application/ports.js';
import { WebhookAttemptRow } from './webhooks.rows.js';
import { countedAttempts, type WebhookAttempts } from './counted-attempts.js';

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

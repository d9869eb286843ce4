import type { Database } from '../../../../platform/database/database.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import { placeholders } from '../../../../platform/database/placeholders.js';
import { tableOf } from '../../../../platform/database/table.js';
import type { InSequence, NewWebhook } from '../../application/ports.js';
import { HELD_BACK, nextInSequence, type Numbered, type OpenWebhook, sequenceName } from '../../domain/sequence.js';
import type { WebhookStatus } from '../../domain/webhook.js';
import { WebhookRow } from './webhooks.rows.js';

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
  async addAll(webhooks: readonly SequentialWebhook[], createdAt: number): Promise<InSequence[]> {
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

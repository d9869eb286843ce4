import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, MoreThanOrEqual } from 'typeorm';
import { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { sealOf } from '../../platform/crypto/row-seal.js';
import { RowSeals } from '../../platform/crypto/row-seals.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { Database } from '../../platform/database/database.js';
import { rowLock } from '../../platform/database/server-dialect.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { Endpoints, type Endpoint, type EndpointCursor, EndpointCursors, type EndpointGap } from './endpoints.js';
import type { WebhookEventName } from '../../kernel/webhook-events.js';
import { WebhookEndpointRow } from './webhooks.rows.js';
import type { RecordSummary } from '../../kernel/records.js';
import { record } from '../../platform/database/record.js';
import { JournalLog, type JournalPosition } from '../../ledger/index.js';

const SEAL = sealOf(WebhookEndpointRow, 'endpointSeal');

@Injectable()
export class TypeormEndpoints extends Endpoints {
  constructor(
    private readonly database: Database,
    private readonly secretBox: SecretBox,
    private readonly seals: RowSeals,
    private readonly clock: Clock,
  ) {
    super();
  }

  async add(endpoint: Endpoint, secret: string): Promise<void> {
    const row = { ...endpoint, events: JSON.stringify(endpoint.events), secret: this.secretBox.encrypt(secret, endpoint.id) };
    await this.rows.insert({ ...row, ...this.seals.of(WebhookEndpointRow, row) });
  }

  async find(id: string): Promise<Endpoint | undefined> {
    const row = await this.rows.findOneBy({ id });
    return row ? this.proved(row) : undefined;
  }

  async lock(id: string): Promise<Endpoint | undefined> {
    const row = await this.rows.findOne({ where: { id }, ...rowLock(this.database) });
    return row ? this.proved(row) : undefined;
  }

  async save({ id, url, events, description, batch, status }: Endpoint, isConfirmed = true): Promise<void> {
    const row = { id, url, events: JSON.stringify(events), description, batch };
    // A seal that does not fit is not made to fit by a change of something else.
    const isTrusted = isConfirmed || (await this.seals.fits(SEAL, await this.rows.findOneByOrFail({ id })));
    await this.rows.update({ id }, { ...row, ...(isTrusted ? this.seals.of(WebhookEndpointRow, row) : {}) });
    // Only a change of the status resets the failure count.
    const from = status === 'active' ? 'disabled' : 'active';
    const counts = { consecutiveFailures: 0, misses: 0, retryAt: 0 };
    const { affected } = await this.rows.update({ id, status: from }, { status, ...counts });
    if (affected === 1 && status === 'disabled') await this.openGap(id);
  }

  async remove(id: string): Promise<void> {
    await this.rows.delete({ id });
    await this.database.rows('DELETE FROM webhook_gap WHERE endpoint_id = ?', [id]);
  }

  async list(page: PageRequest): Promise<Page<Endpoint>> {
    const { items, next } = await readRowPage(this.rows, {}, page);
    return { items: await Promise.all(items.map((row) => this.proved(row))), next };
  }

  async active(): Promise<Endpoint[]> {
    const rows = await this.rows.findBy({ status: 'active' });
    return (await Promise.all(rows.map((row) => this.proved(row)))).filter(({ status }) => status === 'active');
  }

  async rotate(id: string, secret: string, overlapUntil: number): Promise<void> {
    await this.rows.update({ id }, { previousSecret: () => 'secret', previousUntil: overlapUntil });
    await this.rows.update({ id }, { secret: this.secretBox.encrypt(secret, id) });
  }

  async secrets(id: string): Promise<string[]> {
    const { secret, previousSecret, previousUntil } = await this.rows.findOneByOrFail({ id });
    const sealed = previousSecret !== null && previousUntil > this.clock.now() ? [secret, previousSecret] : [secret];
    return sealed.map((each) => this.secretBox.decrypt(each, id));
  }

  async countFailure(id: string, limit: number): Promise<boolean> {
    await this.rows.update({ id, status: 'active' }, { consecutiveFailures: () => 'strikes + 1' });
    return this.disableWhere({ id, status: 'active', consecutiveFailures: MoreThanOrEqual(limit) });
  }

  disable(id: string): Promise<boolean> {
    return this.disableWhere({ id, status: 'active' });
  }

  async resetFailures(id: string): Promise<void> {
    // Avoids a write in the usual case of no failures.
    await this.database.rows(
      'UPDATE webhook_endpoint SET strikes = 0, misses = 0, retry_at = 0 WHERE id = ? AND (strikes > 0 OR misses > 0)',
      [id],
    );
  }

  private disableWhere(where: FindOptionsWhere<WebhookEndpointRow> & { id: string }): Promise<boolean> {
    return this.database.transaction(async () => {
      const { affected } = await this.rows.update(where, { status: 'disabled' });
      if (affected === 1) await this.openGap(where.id);
      return affected === 1;
    });
  }

  /** From where the cursor stands, until the endpoint is on again. */
  private async openGap(id: string): Promise<void> {
    await this.database.rows(
      `INSERT INTO webhook_gap (id, endpoint_id, after_batch_no, after_position, recorded)
       SELECT ?, id, COALESCE(batch_no, 0), COALESCE(position, 0), ? FROM webhook_endpoint WHERE id = ?`,
      [newId(), this.clock.now(), id],
    );
  }

  /** One that was changed in the database is off, until staff give its url anew. */
  private async proved(row: WebhookEndpointRow): Promise<Endpoint> {
    const isTrusted = await this.seals.holds(WebhookEndpointRow, 'endpointSeal', row);
    return isTrusted ? endpointOf(row) : { ...endpointOf(row), status: 'disabled' };
  }

  private get rows() {
    return this.database.repository(WebhookEndpointRow);
  }
}

function endpointOf({ id, url, events, description, status, batch, createdAt }: WebhookEndpointRow): Endpoint {
  return { id, url, events: JSON.parse(events) as WebhookEventName[], description, status, batch, createdAt };
}

export const endpointRecord = record(WebhookEndpointRow, {
  staff: {
    kind: 'endpoint',
    permission: 'otherControl.paymentHook',
    search: (id, _, rows) => rows.findBy({ id }),
    title: summaryOf,
    words: ({ url }) => new URL(url).host,
  },
});

/** The address may hold a secret of its owner, so that only its host is the name. */
function summaryOf({ id, url, description, status, createdAt }: WebhookEndpointRow): RecordSummary {
  return { id, title: description === '' ? new URL(url).host : description, detail: url, status, userId: '', createdAt };
}

interface CursorRecord {
  readonly endpointId: string;
  readonly batchNo: number | null;
  readonly position: number | null;
  readonly misses: number;
  readonly retryAt: number;
  readonly strikes: number;
  readonly openGaps: number;
}

interface GapRecord {
  readonly endpointId: string;
  readonly afterBatchNo: number;
  readonly afterPosition: number;
  readonly untilBatchNo: number | null;
  readonly untilPosition: number | null;
  readonly since: number;
}

const CURSORS = `
  SELECT id AS endpointId, batch_no AS batchNo, position, misses, retry_at AS retryAt, strikes,
    (SELECT COUNT(*) FROM webhook_gap WHERE endpoint_id = webhook_endpoint.id AND until_batch_no IS NULL) AS openGaps
  FROM webhook_endpoint`;
const GAPS = `
  SELECT endpoint_id AS endpointId, after_batch_no AS afterBatchNo, after_position AS afterPosition,
    until_batch_no AS untilBatchNo, until_position AS untilPosition, recorded AS since FROM webhook_gap`;

/** Cursors are columns of the endpoints. */
@Injectable()
export class TypeormEndpointCursors extends EndpointCursors {
  constructor(
    private readonly database: Database,
    private readonly log: JournalLog,
  ) {
    super();
  }

  async active(): Promise<EndpointCursor[]> {
    return (await this.database.rows<CursorRecord>(`${CURSORS} WHERE status = 'active' ORDER BY id`)).map(cursorOf);
  }

  async all(): Promise<{ cursors: EndpointCursor[]; gaps: EndpointGap[] }> {
    const cursors = await this.database.rows<CursorRecord>(CURSORS);
    const gaps = await this.database.rows<GapRecord>(GAPS);
    return { cursors: cursors.map(cursorOf), gaps: gaps.map(gapOf) };
  }

  async begin(endpointId: string, { batchNo, position }: JournalPosition): Promise<void> {
    await this.database.rows('UPDATE webhook_endpoint SET batch_no = ?, position = ? WHERE id = ? AND batch_no IS NULL', [
      batchNo,
      position,
      endpointId,
    ]);
  }

  async move(endpointId: string, from: JournalPosition, to: JournalPosition): Promise<boolean> {
    const { affected } = await this.rows.update({ id: endpointId, status: 'active', ...placeOf(from) }, placeOf(to));
    return affected === 1;
  }

  async missed(endpointId: string, misses: number, retryAt: number): Promise<void> {
    await this.rows.update({ id: endpointId }, { misses, retryAt });
  }

  resume(endpointId: string): Promise<void> {
    return this.database.transaction(async () => {
      const end = placeOf(await this.log.lastBefore(Number.MAX_SAFE_INTEGER));
      const row = await this.rows.findOneBy({ id: endpointId });
      if (!row) return;
      const open =
        'UPDATE webhook_gap SET until_batch_no = ?, until_position = ? WHERE endpoint_id = ? AND until_batch_no IS NULL';
      // A version before opens no gap. What waited for the endpoint then is not known.
      const gaps = await this.database.rows('SELECT 1 FROM webhook_gap WHERE endpoint_id = ? AND until_batch_no IS NULL', [
        endpointId,
      ]);
      if (gaps.length === 0 && row.batchNo !== null)
        await this.database.rows(
          'INSERT INTO webhook_gap (id, endpoint_id, after_batch_no, after_position, recorded) VALUES (?, ?, ?, ?, 0)',
          [newId(), endpointId, row.batchNo, row.position],
        );
      await this.database.rows(open, [end.batchNo, end.position, endpointId]);
      await this.rows.update({ id: endpointId }, end);
    });
  }

  private get rows() {
    return this.database.repository(WebhookEndpointRow);
  }
}

function placeOf({ batchNo, position }: JournalPosition): JournalPosition {
  return { batchNo, position };
}

function cursorOf({ endpointId, batchNo, position, misses, retryAt, strikes, openGaps }: CursorRecord): EndpointCursor {
  const place = batchNo === null || position === null ? undefined : { batchNo, position };
  return { endpointId, place, misses, retryAt, hasFailed: strikes > 0 || misses > 0, isBehindGap: openGaps > 0 };
}

function gapOf({ endpointId, afterBatchNo, afterPosition, untilBatchNo, untilPosition, since }: GapRecord): EndpointGap {
  const until = untilBatchNo === null || untilPosition === null ? undefined : { batchNo: untilBatchNo, position: untilPosition };
  return { endpointId, after: { batchNo: afterBatchNo, position: afterPosition }, until, since };
}

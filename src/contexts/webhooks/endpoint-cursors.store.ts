import { Injectable } from '@nestjs/common';
import { newId } from '../../kernel/ids.js';
import { JournalLog, type JournalPosition } from '../../ledger/index.js';
import { Database } from '../../platform/database/database.js';
import { type EndpointCursor, EndpointCursors, type EndpointGap } from './endpoints.js';
import { WebhookEndpointRow } from './webhooks.rows.js';

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

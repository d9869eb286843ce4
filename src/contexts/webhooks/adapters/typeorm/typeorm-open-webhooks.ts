import { Injectable } from '@nestjs/common';
import { Not } from 'typeorm';
import { Contributes } from '../../../../kernel/registry.js';
import { OpenRecords, type RecordSummary, StaffRecords } from '../../../../kernel/staff-records.js';
import { Database } from '../../../../platform/database/database.js';
import { countRows, idsAmong, oldestRows, rowsById } from '../../../../platform/database/open-rows.js';
import { PING } from '../../domain/endpoint.js';
import { WebhookRow } from './webhooks.rows.js';

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

import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../../kernel/registry.js';
import { type RecordSummary, StaffRecords } from '../../../../kernel/staff-records.js';
import { Database } from '../../../../platform/database/database.js';
import { rowsById } from '../../../../platform/database/open-rows.js';
import { WebhookEndpointRow } from './webhooks.rows.js';

/** Who subscribes to our events. */
@Injectable()
@Contributes(StaffRecords)
export class TypeormFoundEndpoints extends StaffRecords {
  override readonly kind = 'endpoint';
  override readonly permission = 'otherControl.paymentHook';

  constructor(private readonly database: Database) {
    super();
  }

  override find(text: string): Promise<RecordSummary[]> {
    return this.named([text]);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return (await rowsById(this.database.repository(WebhookEndpointRow), ids)).map(summaryOf);
  }
}

/** The address may hold a secret of its owner, so that only its host is the name. */
function summaryOf({ id, url, description, status, createdAt }: WebhookEndpointRow): RecordSummary {
  return { id, title: description === '' ? new URL(url).host : description, detail: url, status, userId: '', createdAt };
}

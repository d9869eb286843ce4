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
import { Endpoints, type Endpoint } from './endpoints.js';
import type { WebhookEventName } from '../../kernel/webhook-events.js';
import { WebhookEndpointRow } from './webhooks.rows.js';
import type { RecordSummary } from '../../kernel/records.js';
import { record } from '../../platform/database/record.js';

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
  },
});

/** The address may hold a secret of its owner, so that only its host is the name. */
function summaryOf({ id, url, description, status, createdAt }: WebhookEndpointRow): RecordSummary {
  return { id, title: description === '' ? new URL(url).host : description, detail: url, status, userId: '', createdAt };
}

import { Injectable } from '@nestjs/common';
import { type IdempotencyKey, Replayed } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { newId } from '../../../kernel/ids.js';
import { IdempotencyRecords, type StoredRefusal } from '../../../kernel/idempotency-records.js';
import { Database } from '../../../platform/database/database.js';
import { isDuplicate } from '../../../platform/database/errors.js';
import { recordKey } from '../../chain/domain/records-key.js';
import { DerivedChainKeys } from '../../chain/adapters/keys/derived-chain-keys.js';
import { idempotencyChecksum, type StoredIdempotencyRecord } from '../../domain/idempotency-checksum.js';
import type { RequestRecord } from '../ledger-records.js';
import { storedRecord } from '../locked-accounts.js';
import { IdempotencyRecordRow } from '../typeorm/ledger.rows.js';

@Injectable()
export class SqlIdempotencyRecords extends IdempotencyRecords {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly keys: DerivedChainKeys,
  ) {
    super();
  }

  async find(request: IdempotencyKey): Promise<Replayed | undefined> {
    const sql = 'SELECT * FROM money_request WHERE scope = ? AND action = ? AND request_key = ?';
    const [row] = await this.database.rows<RequestRecord>(sql, [request.scope, request.action, this.keyOf(request)]);
    return row && new Replayed(storedRecord(row));
  }

  async answer(idempotencyKey: IdempotencyKey, response: unknown): Promise<void> {
    await this.finish(idempotencyKey, 'answered', JSON.stringify(response));
  }

  async refuse(idempotencyKey: IdempotencyKey, refusal: StoredRefusal): Promise<void> {
    const response = JSON.stringify(refusal);
    const refused: StoredIdempotencyRecord = {
      ...idempotencyKey,
      key: this.keyOf(idempotencyKey),
      state: 'refused',
      response,
      subjectId: null,
      journalId: null,
      attemptId: newId(),
      createdAt: this.clock.now(),
    };
    try {
      await this.database
        .repository(IdempotencyRecordRow)
        .insert({ ...refused, checksum: idempotencyChecksum(refused, this.keys.records) });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      // The record was committed as pending before the provider refused.
      await this.finish(idempotencyKey, 'refused', response);
    }
  }

  /** Only a pending record gets the response. */
  private async finish(request: IdempotencyKey, state: string, response: string): Promise<void> {
    const { scope, action } = request;
    const key = this.keyOf(request);
    const pending = { scope, action, key, state: 'pending' };
    const repository = this.database.repository(IdempotencyRecordRow);
    const row = await repository.findOneBy(pending);
    if (!row) return;
    const { fingerprint, subjectId, journalId, attemptId, createdAt } = row;
    const changed = { scope, action, key, fingerprint, subjectId, journalId, attemptId, createdAt, state, response };
    // The other checksummed fields never change; the condition on the state makes the first writer win.
    await repository.update(pending, { state, response, checksum: idempotencyChecksum(changed, this.keys.records) });
  }

  private keyOf(request: IdempotencyKey): string {
    return recordKey(request, this.keys.records);
  }
}

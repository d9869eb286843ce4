import { Injectable } from '@nestjs/common';
import { type MoneyRequest, Replayed } from '../../../../kernel/caller.js';
import { Clock } from '../../../../kernel/clock.js';
import { newId } from '../../../../kernel/ids.js';
import { MoneyRequests, type StoredRefusal } from '../../../../kernel/money-requests.js';
import { Database } from '../../../../platform/database/database.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import { requestSeal, type StoredRequest } from '../../domain/request-seal.js';
import type { RequestRecord } from '../ledger-store.js';
import { storedAnswer } from '../locked-books.js';
import { MoneyRequestRow } from './ledger.rows.js';

@Injectable()
export class DatabaseMoneyRequests extends MoneyRequests {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async find({ scope, action, key }: MoneyRequest): Promise<Replayed | undefined> {
    const sql = 'SELECT * FROM money_request WHERE scope = ? AND action = ? AND request_key = ?';
    const [row] = await this.database.rows<RequestRecord>(sql, [scope, action, key]);
    return row && new Replayed(storedAnswer(row));
  }

  async answer(request: MoneyRequest, answer: unknown): Promise<void> {
    await this.finish(request, 'answered', JSON.stringify(answer));
  }

  async refuse(request: MoneyRequest, refusal: StoredRefusal): Promise<void> {
    const answer = JSON.stringify(refusal);
    const refused: StoredRequest = {
      ...request,
      state: 'refused',
      answer,
      subject: null,
      journalId: null,
      writer: newId(),
      recorded: this.clock.now(),
    };
    const { key, ...row } = refused;
    try {
      await this.database.repository(MoneyRequestRow).insert({ ...row, requestKey: key, seal: requestSeal(refused) });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      // Begun before and refused only now (the provider said no): the request that waits gets this answer.
      await this.finish(request, 'refused', answer);
    }
  }

  /** Gives a pending request its answer; one that has an answer keeps it. */
  private async finish({ scope, action, key }: MoneyRequest, state: string, answer: string): Promise<void> {
    const pending = { scope, action, requestKey: key, state: 'pending' };
    const repository = this.database.repository(MoneyRequestRow);
    const row = await repository.findOneBy(pending);
    if (!row) return;
    const { digest, subject, journalId, writer, recorded } = row;
    const sealed = { scope, action, key, digest, subject, journalId, writer, recorded };
    // What else the seal covers never changes, so reading it before is safe; the condition decides who is first.
    await repository.update(pending, { state, answer, seal: requestSeal({ ...sealed, state, answer }) });
  }
}

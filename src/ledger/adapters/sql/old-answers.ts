import { Injectable } from '@nestjs/common';
import { sleep } from '../../../kernel/timers.js';
import { Database } from '../../../platform/database/database.js';
import { Metrics } from '../../../platform/telemetry/metrics.js';
import { DerivedChainKeys } from '../../chain/adapters/keys/derived-chain-keys.js';
import { idempotencyChecksum, type StoredIdempotencyRecord } from '../../domain/idempotency-checksum.js';
import type { RequestRecord } from '../ledger-records.js';

type SealedRecord = RequestRecord & { readonly seal: string };
type Position = Pick<RequestRecord, 'scope' | 'action' | 'request_key'>;

const PAGE = 1_000;
/** Rows of one statement. */
const AT_ONCE = 100;
/** Between two pages, so that requests come first. */
const PAUSE_MS = 20;

const BEYOND = 'scope > ? OR (scope = ? AND action > ?) OR (scope = ? AND action = ? AND request_key > ?)';
const SELECT = `SELECT scope, action, request_key, state, recorded FROM money_request`;
const ORDER = `ORDER BY scope, action, request_key LIMIT ${PAGE}`;

/**
 * Forgets what requests of users were answered, and keeps that they were: their keys stay in the table that executes each once. Commands
 * of the service itself keep their answers, which it reads.
 */
@Injectable()
export class OldAnswers {
  private readonly forgotten = this.metrics.counter(
    'harmattan_ledger_answers_forgotten_total',
    'Answers of money requests that were forgotten, because their time was over',
    [],
  );

  constructor(
    private readonly database: Database,
    private readonly keys: DerivedChainKeys,
    private readonly metrics: Metrics,
  ) {}

  /** Walks over all records once, by their key: by their time it would begin with all that are forgotten already. @param before unix ms */
  async forget(before: number): Promise<void> {
    for (let page = await this.pageAfter(undefined); page.length > 0; page = await this.pageAfter(page.at(-1))) {
      const old = page.filter(({ scope, state, recorded }) => scope !== 'system' && state === 'answered' && recorded < before);
      for (let start = 0; start < old.length; start += AT_ONCE) await this.forgetSome(old.slice(start, start + AT_ONCE));
      if (page.length < PAGE) return;
      await sleep(PAUSE_MS);
    }
  }

  private pageAfter(last: Position | undefined): Promise<RequestRecord[]> {
    if (!last) return this.database.rows<RequestRecord>(`${SELECT} ${ORDER}`);
    const { scope, action, request_key: key } = last;
    return this.database.rows<RequestRecord>(`${SELECT} WHERE ${BEYOND} ${ORDER}`, [scope, scope, action, scope, action, key]);
  }

  private async forgetSome(records: readonly Position[]): Promise<void> {
    const named = records.map(() => '(scope = ? AND action = ? AND request_key = ?)').join(' OR ');
    const places = records.flatMap(({ scope, action, request_key: key }) => [scope, action, key]);
    const rows = await this.database.rowsOnce<SealedRecord>(`SELECT * FROM money_request WHERE ${named}`, places);
    // What is not as it was sealed is left as it is, for ledger:verify to name.
    const proved = rows.filter((row) => row.seal === idempotencyChecksum(recordOf(row), this.keys.records));
    if (proved.length === 0) return;
    const seals = proved.flatMap((row) => [row.request_key, idempotencyChecksum(forgottenOf(row), this.keys.records)]);
    const cases = proved.map(() => 'WHEN ? THEN ?').join(' ');
    const chosen = proved.map(() => '(scope = ? AND action = ? AND request_key = ?)').join(' OR ');
    const sql = `UPDATE money_request SET state = 'forgotten', answer = NULL, subject = NULL, writer = '', seal = CASE request_key ${cases} END
      WHERE state = 'answered' AND (${chosen})`;
    const values = [...seals, ...proved.flatMap(({ scope, action, request_key: key }) => [scope, action, key])];
    await this.database.transaction(() => this.database.rowsOnce(sql, values));
    this.forgotten.inc(proved.length);
  }
}

function recordOf(row: RequestRecord): StoredIdempotencyRecord {
  return {
    scope: row.scope,
    action: row.action,
    key: row.request_key,
    fingerprint: row.digest,
    state: row.state,
    response: row.answer,
    subjectId: row.subject,
    journalId: row.journal_id,
    attemptId: row.writer,
    createdAt: row.recorded,
  };
}

function forgottenOf(row: RequestRecord): StoredIdempotencyRecord {
  return { ...recordOf(row), state: 'forgotten', response: null, subjectId: null, attemptId: '' };
}

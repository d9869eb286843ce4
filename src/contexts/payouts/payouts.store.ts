import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThanOrEqual, Not } from 'typeorm';
import { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import type { Kobo } from '../../kernel/money.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import type { Raw } from '../../kernel/provider-outcome.js';
import { COMMITTED_AT, type RowInsert, type RowUpdate } from '../../kernel/row-changes.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Database } from '../../platform/database/database.js';
import { KeyLoader } from '../../platform/database/key-loader.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { tableOf, tablesOf } from '../../platform/database/table.js';
import type { AttemptAnswer, Postponement } from '../attempts/index.js';
import {
  type DuePayout,
  type EqualPayout,
  type PaidAccount,
  type PayoutCondition,
  Payouts,
  type Settlement,
  type Attempt,
  type Destination,
  type Payout,
  type PayoutState,
} from './payouts.js';
import {
  answerValues,
  insertAttempt,
  insertPayout,
  rawValues,
  toAttempt,
  toPayout,
  PaidAccountRow,
  PayoutAnswerRow,
  PayoutAttemptRow,
  PayoutRow,
} from './payouts.rows.js';
import { type DataSubject, Eraser } from '../../kernel/eraser.js';
import { Contributes } from '../../kernel/registry.js';

const PAYOUT = tableOf(PayoutRow);
const ATTEMPT = tableOf(PayoutAttemptRow);
const ANSWER = tableOf(PayoutAnswerRow);
const PAID_ACCOUNT = tableOf(PaidAccountRow);

@Injectable()
export class TypeormPayouts extends Payouts {
  private readonly paidAccounts: KeyLoader<PaidAccountRow, 'userId' | 'bankCode' | 'account', 'id' | 'lastPayoutId'>;

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
    this.paidAccounts = new KeyLoader(database, PAID_ACCOUNT, ['userId', 'bankCode', 'account'], ['id', 'lastPayoutId']);
  }

  held(payout: Payout, attempt: Attempt): RowInsert[] {
    return [insertPayout(payout), insertAttempt(attempt)];
  }

  follows({ id, lastPayoutId }: PaidAccount, payoutId: string): RowUpdate {
    return PAID_ACCOUNT.update({ id, lastPayoutId }, { lastPayoutId: payoutId });
  }

  settled({ payout, attempt }: PayoutState, { status, raw, sessionId, costKobo }: Settlement): RowUpdate[] {
    const { code, message } = rawValues(raw);
    return [
      PAYOUT.update(
        // Stale where the payout was settled or handed on while the provider answered.
        { id: payout.id, status: status === 'reversed' ? 'completed' : 'pending', reference: attempt.reference },
        {
          status,
          responseCode: code,
          responseMessage: message,
          sessionId: sessionId.slice(0, 64),
          costKobo,
          nextQueryAt: null,
          settledAt: COMMITTED_AT,
        },
      ),
    ];
  }

  unchanged({ payout, attempt }: PayoutState): RowUpdate {
    const { reference } = attempt;
    return PAYOUT.update({ id: payout.id, status: payout.status, reference }, { reference });
  }

  costing({ payout, attempt }: PayoutState, costKobo: Kobo): RowUpdate {
    return PAYOUT.update({ id: payout.id, status: payout.status, reference: attempt.reference }, { costKobo });
  }

  handedOn({ payout, attempt }: PayoutState, raw: Raw, next: Attempt, nextQueryAt: number) {
    const { code, message } = rawValues(raw);
    return {
      inserts: [insertAttempt(next)],
      updates: [
        PAYOUT.update(
          { id: payout.id, status: 'pending', reference: attempt.reference },
          { reference: next.reference, queries: 0, nextQueryAt },
        ),
        ATTEMPT.update({ id: attempt.id }, { state: 'failed', rawCode: code, rawMessage: message }),
      ],
    };
  }

  answered(attempt: Attempt, answer: AttemptAnswer): RowInsert[] {
    return [ANSWER.insert({ ...answerValues(attempt, answer), createdAt: COMMITTED_AT })];
  }

  async keepAnswer(attempt: Attempt, answer: AttemptAnswer): Promise<void> {
    await ANSWER.insertNew(this.database, [{ ...answerValues(attempt, answer), createdAt: this.clock.now() }]);
  }

  async postpone({ payout, attempt }: PayoutState, { raw, queries, nextQueryAt }: Postponement): Promise<void> {
    const { code, message } = rawValues(raw);
    // No effect on a payout that was settled or handed on meanwhile.
    await this.payouts.update(
      { id: payout.id, status: 'pending', reference: attempt.reference },
      { responseCode: code, responseMessage: message, queries, nextQueryAt: nextQueryAt ?? null },
    );
  }

  claimSubmit({ payout, attempt }: PayoutState, nextQueryAt: number): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const { affected } = await this.attempts
        .createQueryBuilder()
        .update()
        .set({ state: 'submitted' })
        .where({ id: attempt.id, state: 'waiting' })
        .execute();
      if (affected !== 1) return false;
      await this.payouts.update({ id: payout.id, status: 'pending', reference: attempt.reference }, { nextQueryAt });
      return true;
    });
  }

  async approve({ id }: Attempt): Promise<number | undefined> {
    const { affected } = await this.attempts.update({ id, approvedAt: IsNull() }, { approvedAt: this.clock.now() });
    return affected === 1 ? undefined : ((await this.attempts.findOneBy({ id }))?.approvedAt ?? 0);
  }

  async keepSession(id: string, sessionId: string): Promise<void> {
    await this.payouts.update({ id, sessionId: '' }, { sessionId: sessionId.slice(0, 64) });
  }

  isAnswered({ id, payoutId }: Attempt): Promise<boolean> {
    return this.database.repository(PayoutAnswerRow).existsBy({ payoutId, attemptId: id });
  }

  async notFoundAt({ id, payoutId }: Attempt): Promise<number[]> {
    const answers = await this.database
      .repository(PayoutAnswerRow)
      .findBy({ payoutId, attemptId: id, outcome: 'not_found', call: 'query' });
    return answers.map(({ createdAt }) => createdAt);
  }

  async find(id: string): Promise<PayoutState | undefined> {
    const [payout, attempt] = await Promise.all([
      this.payouts.findOneBy({ id }),
      this.attempts.findOne({ where: { payoutId: id }, order: { number: 'DESC' } }),
    ]);
    return payout && attempt ? { payout: toPayout(payout), attempt: toAttempt(attempt) } : undefined;
  }

  async findAll(ids: readonly string[]): Promise<ReadonlyMap<string, Payout>> {
    const rows = await this.payouts.findBy({ id: In([...ids]) });
    return new Map(rows.map((row) => [row.id, toPayout(row)]));
  }

  async providersTried(payoutId: string): Promise<ReadonlySet<string>> {
    return new Set((await this.attempts.findBy({ payoutId })).map(({ provider }) => provider));
  }

  async findByReference(provider: string, reference: string): Promise<PayoutState | undefined> {
    const attempt = await this.attempts.findOneBy({ provider, reference });
    // MySQL ignores trailing spaces.
    return attempt?.reference === reference ? this.find(attempt.payoutId) : undefined;
  }

  listDue(now: number, limit: number, after?: DuePayout): Promise<DuePayout[]> {
    const { id, nextQueryAt } = after ?? { id: '', nextQueryAt: 0 };
    return this.database.rows<DuePayout>(
      `SELECT id, next_query_at AS nextQueryAt FROM payout
       WHERE next_query_at BETWEEN ? AND ? AND (next_query_at > ? OR id > ?) ORDER BY next_query_at, id LIMIT ${limit}`,
      [nextQueryAt, now, nextQueryAt, id],
    );
  }

  async list(condition: PayoutCondition, page: PageRequest): Promise<Page<Payout>> {
    const { items, next } = await readRowPage(this.payouts, condition, page);
    return { items: items.map(toPayout), next };
  }

  async paidAccount(userId: string, { bankCode, account }: Pick<Destination, 'bankCode' | 'account'>): Promise<PaidAccount> {
    const key = { userId, bankCode, account };
    const known = await this.paidAccounts.get(key);
    if (known) return known;
    // Two at once may both record it: one of them does.
    await this.unitOfWork.run(() => PAID_ACCOUNT.insertNew(this.database, [{ ...key, id: newId(), lastPayoutId: '' }]));
    const recorded = await this.paidAccounts.get(key);
    if (!recorded) throw new Error('the account to be paid was not recorded');
    return recorded;
  }

  wasPaidSince(userId: string, { bankCode, account, amountKobo }: EqualPayout, since: number): Promise<boolean> {
    const createdAt = MoreThanOrEqual(since);
    return this.payouts.existsBy({ userId, bankCode, account, amountKobo, createdAt, status: Not('failed' as const) });
  }

  async lastEqualAt(
    provider: string,
    { bankCode, account, amountKobo }: EqualPayout,
    since: number,
  ): Promise<number | undefined> {
    const [row] = await this.database.rows<{ at: number | string | null }>(
      `SELECT MAX(COALESCE(attempt.submit_at, attempt.recorded)) AS at
       FROM payout JOIN payout_attempt attempt ON attempt.payout_id = payout.id
       WHERE payout.account = ? AND payout.bank_code = ? AND payout.amount_kobo = ? AND payout.recorded >= ?
         AND attempt.provider = ? AND COALESCE(attempt.submit_at, attempt.recorded) >= ?`,
      // One that waited for others may be older than it was submitted.
      [account, bankCode, amountKobo, since - WAITED_MS, provider, since],
    );
    return row?.at === null || row?.at === undefined ? undefined : Number(row.at);
  }

  private get payouts() {
    return this.database.repository(PayoutRow);
  }

  private get attempts() {
    return this.database.repository(PayoutAttemptRow);
  }
}

const WAITED_MS = 3_600_000;

/** Keeps amounts, times, references, banks and accounts of payouts, which the law wants; the payer's own words go. */
@Injectable()
@Contributes(Eraser)
export class TypeormPayoutsEraser extends Eraser {
  readonly tables = tablesOf(PayoutRow, PaidAccountRow);

  constructor(private readonly database: Database) {
    super();
  }

  async erase({ userId }: DataSubject): Promise<void> {
    await this.database.repository(PayoutRow).update({ userId }, { note: '' });
    await this.database.repository(PaidAccountRow).delete({ userId });
  }
}

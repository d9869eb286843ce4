import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThanOrEqual, Not } from 'typeorm';
import { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import type { Kobo } from '../../kernel/money.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import type { RowInsert, RowUpdate } from '../../kernel/row-changes.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Database } from '../../platform/database/database.js';
import { KeyLoader } from '../../platform/database/key-loader.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { tableOf } from '../../platform/database/table.js';
import { cut, TypeormOrders } from '../attempts/orders.store.js';
import {
  type Attempt,
  type Destination,
  type EqualPayout,
  type PaidAccount,
  PAYOUT as KIND,
  type Payout,
  type PayoutCondition,
  Payouts,
  type PayoutState,
  type Settlement,
} from './payouts.js';
import {
  insertAttempt,
  insertPayout,
  PaidAccountRow,
  PAYOUT_TABLES,
  PayoutAttemptRow,
  PayoutRow,
  toAttempt,
  toPayout,
} from './payouts.rows.js';

const PAYOUT = tableOf(PayoutRow);
const PAID_ACCOUNT = tableOf(PaidAccountRow);

@Injectable()
export class TypeormPayouts extends TypeormOrders<PayoutState, PayoutRow, PayoutAttemptRow> implements Payouts {
  private readonly paidAccounts: KeyLoader<PaidAccountRow, 'userId' | 'bankCode' | 'account', 'id' | 'lastPayoutId'>;

  constructor(
    database: Database,
    private readonly unitOfWork: UnitOfWork,
    clock: Clock,
  ) {
    super(database, clock, KIND, PAYOUT_TABLES);
    this.paidAccounts = new KeyLoader(database, PAID_ACCOUNT, ['userId', 'bankCode', 'account'], ['id', 'lastPayoutId']);
  }

  held(payout: Payout, attempt: Attempt): RowInsert[] {
    return [insertPayout(payout), insertAttempt(attempt)];
  }

  follows({ id, lastPayoutId }: PaidAccount, payoutId: string): RowUpdate {
    return PAID_ACCOUNT.update({ id, lastPayoutId }, { lastPayoutId: payoutId });
  }

  settled(state: PayoutState, { status, raw, sessionId, costKobo }: Settlement): RowUpdate[] {
    return this.settledAs(state, status, raw, { sessionId: cut(sessionId, 64), costKobo });
  }

  costing({ payout, attempt }: PayoutState, costKobo: Kobo): RowUpdate {
    return PAYOUT.update({ id: payout.id, status: payout.status, reference: attempt.reference }, { costKobo });
  }

  claimSubmit({ payout, attempt }: PayoutState, nextQueryAt: number): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const { affected } = await this.payoutAttempts
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
    const { affected } = await this.payoutAttempts.update({ id, approvedAt: IsNull() }, { approvedAt: this.clock.now() });
    return affected === 1 ? undefined : ((await this.payoutAttempts.findOneBy({ id }))?.approvedAt ?? 0);
  }

  async keepSession(id: string, sessionId: string): Promise<void> {
    await this.payouts.update({ id, sessionId: '' }, { sessionId: cut(sessionId, 64) });
  }

  async findAll(ids: readonly string[]): Promise<ReadonlyMap<string, Payout>> {
    const rows = await this.payouts.findBy({ id: In([...ids]) });
    return new Map(rows.map((row) => [row.id, toPayout(row)]));
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
      // A payout that waited for others may be older than its submission.
      [account, bankCode, amountKobo, since - WAITED_MS, provider, since],
    );
    return row?.at === null || row?.at === undefined ? undefined : Number(row.at);
  }

  protected stateOf(payout: PayoutRow, attempt: PayoutAttemptRow): PayoutState {
    return { payout: toPayout(payout), attempt: toAttempt(attempt) };
  }

  protected attemptRow(attempt: Attempt): RowInsert {
    return insertAttempt(attempt);
  }

  private get payouts() {
    return this.database.repository(PayoutRow);
  }

  private get payoutAttempts() {
    return this.database.repository(PayoutAttemptRow);
  }
}

const WAITED_MS = 3_600_000;

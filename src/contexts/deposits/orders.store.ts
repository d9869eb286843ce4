import {
  Entity,
  Index,
  And,
  type FindOptionsWhere,
  In,
  IsNull,
  LessThan,
  LessThanOrEqual,
  MoreThan,
  MoreThanOrEqual,
  Not,
} from 'typeorm';
import { type Kobo, kobo } from '../../kernel/money.js';
import {
  CountColumn,
  ExactTextColumn,
  IdColumn,
  KoboColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../platform/database/columns.js';
import { RowSeal, Unsealed, sealOf } from '../../platform/crypto/row-seal.js';
import {
  type DepositStatus,
  type CreditedDeposit,
  DepositOrders,
  type DueOrder,
  type NewDepositOrder,
  type OrderFilter,
  type DepositOrder,
  OpenDeposits,
} from './orders.js';
import { Injectable } from '@nestjs/common';
import { type RowUpdate, type RowInsert, COMMITTED_AT } from '../../kernel/row-changes.js';
import { type Page, type PageRequest, readPage } from '../../kernel/pagination.js';
import { RowSeals } from '../../platform/crypto/row-seals.js';
import { BatchLoader } from '../../platform/database/batch-loader.js';
import { Database } from '../../platform/database/database.js';
import { isDuplicate } from '../../platform/database/errors.js';
import { placeholders } from '../../platform/database/placeholders.js';
import { tableOf } from '../../platform/database/table.js';
import { Contributes } from '../../kernel/registry.js';
import { ClosingObstacleSource, UserNumbersSource } from '../accounts/index.js';
import { exactText } from '../../kernel/exact-text.js';

@Entity('deposit_order')
@Index('deposit_order_slot', ['userId', 'slot'], { unique: true })
@Index('deposit_order_user', ['userId', 'createdAt'])
@Index('deposit_order_recorded', ['createdAt'])
@Index('deposit_order_status', ['status', 'createdAt'])
@Index('deposit_order_end', ['status', 'expiresAt', 'id'])
@Index('deposit_order_query', ['nextQueryAt', 'id'])
@Index('deposit_order_number', ['accountNumber', 'userId'])
@Index('deposit_order_account', ['provider', 'accountNumber', 'createdAt'])
@RowSeal<DepositOrderRow>('orderSeal', ['userId', 'provider', 'accountNumber', 'accountName', 'bankName', 'expiresAt'])
@Unsealed<DepositOrderRow>({
  amountKobo: 'is only what was announced; what arrives is credited',
  status: 'does not decide who is credited',
  slot: 'only limits how many orders are open',
  receivedKobo: 'is compared with the journals by the verification',
  costKobo: 'is compared with the journals by the verification',
  nextQueryAt: 'only says when the provider is asked',
  queries: 'only says when the provider is asked',
  createdAt: 'orders the orders of one account, whose ends are sealed',
})
export class DepositOrderRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('user_id') userId: string;
  @IdColumn('provider') provider: string;
  @KoboColumn('amount_kobo') amountKobo: Kobo;
  @TextColumn('status', 16) status: DepositStatus;
  /** A pending order's number among its user's; null afterwards. */
  @CountColumn('slot', { nullable: true }) slot: number | null;
  @ExactTextColumn('account_number', 32) accountNumber: string;
  @TextColumn('account_name') accountName: string;
  @TextColumn('bank_name') bankName: string;
  @TimeColumn('expires_at') expiresAt: number;
  /** Sum of all payments, reversed ones too. */
  @KoboColumn('received_kobo', { default: 0 }) receivedKobo: Kobo;
  /** Sum of what the provider kept of them. */
  @KoboColumn('cost_kobo', { default: 0 }) costKobo: Kobo;
  /** Null: nothing to ask any more. */
  @TimeColumn('next_query_at', { nullable: true }) nextQueryAt: number | null;
  @CountColumn('queries', { default: 0 }) queries: number;
  @TimeColumn('recorded') createdAt: number;
  @TextColumn('order_seal', 64, { nullable: true }) orderSeal: string | null;
}

const TABLE = tableOf(DepositOrderRow);

const SEAL = sealOf(DepositOrderRow, 'orderSeal');
const UNOPENED = { accountNumber: '', accountName: '', bankName: '' } as const;

const NEWEST_FIRST = { createdAt: 'DESC', id: 'DESC' } as const;

const CREDITED = `payment.id AS paymentId, orders.id AS orderId, orders.user_id AS userId, orders.amount_kobo AS orderedKobo,
  payment.amount_kobo AS amountKobo FROM deposit_payment payment JOIN deposit_order orders ON orders.id = payment.order_id`;

@Injectable()
export class TypeormDepositOrders extends DepositOrders {
  private readonly byId: BatchLoader<string, DepositOrderRow>;

  constructor(
    private readonly database: Database,
    private readonly seals: RowSeals,
  ) {
    super();
    this.byId = new BatchLoader(database, async (ids) => {
      const orders = await this.rows.findBy({ id: In(ids) });
      return new Map(orders.map((order) => [order.id, order]));
    });
  }

  record({ id, userId, provider, amountKobo, expiresAt, slot }: NewDepositOrder): RowInsert {
    const order = { id, userId, provider, amountKobo, status: 'pending', slot, expiresAt, ...UNOPENED } as const;
    return TABLE.insert({ ...order, ...this.seals.of(DepositOrderRow, order), createdAt: COMMITTED_AT });
  }

  accountOpened(order: DepositOrder, nextQueryAt: number | undefined): RowUpdate {
    const { id, accountNumber, accountName, bankName, amountKobo, expiresAt } = order;
    const unopened = { id, status: 'pending', accountNumber: '' } as const;
    const opened = { accountNumber, accountName, bankName, amountKobo, expiresAt };
    return TABLE.update(unopened, {
      ...opened,
      ...this.seals.of(DepositOrderRow, order),
      nextQueryAt: nextQueryAt ?? null,
    });
  }

  completion({ id, receivedKobo, costKobo: keptKobo }: DepositOrder, amountKobo: Kobo, costKobo: Kobo): RowUpdate {
    const sums = { receivedKobo: kobo(receivedKobo + amountKobo), costKobo: kobo(keptKobo + costKobo) };
    return TABLE.update({ id, receivedKobo, costKobo: keptKobo }, { status: 'completed', slot: null, ...sums });
  }

  laterCost({ id, receivedKobo, costKobo: keptKobo }: DepositOrder, costKobo: Kobo): RowUpdate {
    return TABLE.update({ id, receivedKobo, costKobo: keptKobo }, { costKobo: kobo(keptKobo + costKobo) });
  }

  reversal(orderId: string): RowUpdate {
    return TABLE.update({ id: orderId }, { status: 'reversed', slot: null });
  }

  async find(id: string): Promise<DepositOrder | undefined> {
    return this.proved(await this.byId.get(id));
  }

  async findByAccount(provider: string, accountNumber: string, from: number, until: number): Promise<DepositOrder | undefined> {
    const where = { provider, accountNumber, createdAt: LessThanOrEqual(until), expiresAt: MoreThanOrEqual(from) };
    return this.proved((await this.rows.findOne({ where, order: NEWEST_FIRST })) ?? undefined);
  }

  async credited(paymentIds: readonly string[]): Promise<ReadonlyMap<string, CreditedDeposit>> {
    const deposits = await this.database.rowsOnce<CreditedDeposit>(
      `SELECT ${CREDITED} WHERE payment.id IN (${placeholders(paymentIds)})`,
      paymentIds,
    );
    return new Map(deposits.map((deposit) => [deposit.paymentId, deposit]));
  }

  async reversed(
    journals: readonly { readonly id: string; readonly subject: string }[],
  ): Promise<ReadonlyMap<string, CreditedDeposit>> {
    const ids = journals.map(({ id }) => id);
    const subjects = journals.map(({ subject }) => subject);
    const deposits = await this.database.rowsOnce<CreditedDeposit & { journalId: string }>(
      `SELECT payment.reversal_id AS journalId, ${CREDITED}
       WHERE orders.id IN (${placeholders(subjects)}) AND payment.reversal_id IN (${placeholders(ids)})
       UNION ALL SELECT reversal_id, id, order_id, assigned_to, amount_kobo, amount_kobo FROM deposit_payment
       WHERE id IN (${placeholders(subjects)}) AND reversal_id IN (${placeholders(ids)}) AND assigned_to <> ''`,
      [...subjects, ...ids, ...subjects, ...ids],
    );
    return new Map(deposits.map((deposit) => [deposit.journalId, deposit]));
  }

  async takenSlots(userId: string): Promise<number[]> {
    const sql = 'SELECT slot FROM deposit_order WHERE user_id = ? AND slot IS NOT NULL';
    return (await this.database.rows<{ slot: number }>(sql, [userId])).map(({ slot }) => slot);
  }

  async hasSlot(id: string): Promise<boolean> {
    return (await this.rows.countBy({ id, slot: Not(IsNull()) })) === 1;
  }

  async takeSlot(id: string, slot: number): Promise<boolean> {
    try {
      const { affected } = await this.rows.update({ id, status: 'pending', slot: IsNull() }, { slot });
      return affected === 1;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  async releaseSlot(id: string): Promise<void> {
    await this.rows.update({ id, status: 'pending', accountNumber: '' }, { slot: null });
  }

  async releaseUnopened(userId: string, before: number): Promise<void> {
    const unopened = { userId, slot: Not(IsNull()), accountNumber: '', createdAt: LessThan(before) };
    if ((await this.rows.countBy(unopened)) > 0) await this.rows.update(unopened, { slot: null });
  }

  async moveTo(id: string, from: string, to: string): Promise<boolean> {
    const unopened = { id, status: 'pending', accountNumber: '', provider: from } as const;
    return (await this.seals.update<DepositOrderRow>(DepositOrderRow, unopened, { provider: to })) !== undefined;
  }

  listDue(now: number, limit: number): Promise<DueOrder[]> {
    return this.rows.find({
      where: { nextQueryAt: LessThanOrEqual(now) },
      order: { nextQueryAt: 'ASC', id: 'ASC' },
      take: limit,
    });
  }

  async schedule(id: string, queries: number, nextQueryAt: number | undefined): Promise<void> {
    await this.rows.update({ id }, { queries, nextQueryAt: nextQueryAt ?? null });
  }

  list(filter: OrderFilter, page: PageRequest): Promise<Page<DepositOrder>> {
    return readPage(page, (before, limit) => this.listBefore(filter, before, limit));
  }

  async listBefore(filter: OrderFilter, before: number | undefined, limit: number): Promise<DepositOrder[]> {
    const when = before === undefined ? {} : { createdAt: LessThan(before) };
    const rows = await this.rows.find({ where: { ...conditionOf(filter), ...when }, order: NEWEST_FIRST, take: limit });
    const takenBack = await this.takenBack(rows.filter(({ status }) => status === 'reversed').map(({ id }) => id));
    return Promise.all(
      rows.map(async (row) => ({ ...(await this.shown(row)), takenBackKobo: kobo(takenBack.get(row.id) ?? 0) })),
    );
  }

  private async takenBack(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.rowsOnce<{ id: string; kobo: number | string }>(
      `SELECT order_id AS id, SUM(amount_kobo) AS kobo FROM deposit_payment
       WHERE order_id IN (${placeholders(ids)}) AND reversal_id <> '' GROUP BY order_id`,
      ids,
    );
    return new Map(rows.map(({ id, kobo: sum }) => [id, Number(sum)]));
  }

  listEnded(before: number, after: DepositOrder | undefined, limit: number): Promise<DepositOrder[]> {
    const ended = { status: 'pending', expiresAt: LessThan(before) } as const;
    return this.rows.find({
      where: after
        ? [
            { ...ended, expiresAt: after.expiresAt, id: MoreThan(after.id) },
            { ...ended, expiresAt: And(MoreThan(after.expiresAt), LessThan(before)) },
          ]
        : ended,
      order: { expiresAt: 'ASC', id: 'ASC' },
      take: limit,
    });
  }

  async end(id: string, status: 'failed' | 'expired'): Promise<boolean> {
    const { affected } = await this.rows.update({ id, status: 'pending' }, { status, slot: null });
    return affected === 1;
  }

  /** Staff are told of an order that was changed. */
  private async proved(row: DepositOrderRow | undefined): Promise<DepositOrder | undefined> {
    return row && orderOf(row, await this.seals.holds(DepositOrderRow, 'orderSeal', row));
  }

  /** Nobody is told to pay into an account that the order was not opened with. */
  private async shown(row: DepositOrderRow): Promise<DepositOrder> {
    return orderOf(row, await this.seals.fits(SEAL, row));
  }

  private get rows() {
    return this.database.repository(DepositOrderRow);
  }
}

function orderOf({ orderSeal: _, ...order }: DepositOrderRow, isProved: boolean): DepositOrder {
  return isProved ? order : { ...order, ...UNOPENED, isAltered: true };
}

function conditionOf({ userId, statuses, id }: OrderFilter): FindOptionsWhere<DepositOrderRow> {
  return {
    ...(userId === undefined ? {} : { userId }),
    ...(statuses ? { status: In([...statuses]) } : {}),
    ...(id === undefined ? {} : { id }),
  };
}

@Injectable()
export class TypeormOpenDeposits extends OpenDeposits {
  constructor(private readonly database: Database) {
    super();
  }

  count(except: readonly string[]): Promise<number> {
    return this.database
      .repository(DepositOrderRow)
      .countBy({ status: 'pending', ...(except.length > 0 ? { userId: Not(In([...except])) } : {}) });
  }
}

/** Orders that may still be paid keep an account from being closed. */
@Injectable()
@Contributes(ClosingObstacleSource)
export class TypeormUnpaidDeposits extends ClosingObstacleSource {
  readonly obstacle = 'deposit';

  constructor(private readonly database: Database) {
    super();
  }

  exists(userId: string): Promise<boolean> {
    return this.database.repository(DepositOrderRow).existsBy({ userId, status: 'pending' });
  }
}

/** Whose deposits were to be paid into an account. */
@Injectable()
@Contributes(UserNumbersSource)
export class TypeormUsersOfAccount extends UserNumbersSource {
  readonly kind = 'account';

  constructor(private readonly database: Database) {
    super();
  }

  async usersOf(accountNumber: string, limit: number): Promise<string[]> {
    const rows = await this.database
      .repository(DepositOrderRow)
      .createQueryBuilder('deposit')
      .select('DISTINCT deposit.userId', 'userId')
      .where('deposit.accountNumber = :number', { number: exactText(accountNumber) })
      .limit(limit)
      .getRawMany<{ userId: string }>();
    return rows.map(({ userId }) => userId);
  }
}

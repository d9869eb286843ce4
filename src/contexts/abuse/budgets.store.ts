import { Entity, Index, PrimaryColumn, type FindOptionsWhere, In, LessThan, MoreThan } from 'typeorm';
import { CountColumn, TextColumn, TimeColumn } from '../../platform/database/columns.js';
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { outsideTransaction } from '../../platform/database/outside-transaction.js';
import { Log } from '../../platform/telemetry/log.js';
import {
  UnitState,
  type Block,
  type BlockFilter,
  Blocks,
  FastSpendings,
  NEVER,
  subjectHash,
  type KeptSpending,
  Spendings,
  NOTHING,
  type Spending,
  type SpendingKey,
} from './budgets.js';
import type { BudgetName, BudgetSet } from '../../kernel/budget-definitions.js';
import type { Budget } from '../../kernel/budgets.js';
import type { Clock } from '../../kernel/clock.js';
import { type Page, type PageRequest, readPage } from '../../kernel/pagination.js';
import { isDuplicate } from '../../platform/database/errors.js';

@Entity('budget_spending')
@Index('budget_spending_ends', ['endsAt'])
@Index('budget_spending_subject', ['subjectHash'])
@Index('budget_spending_blocked', ['blockedUntil'])
export class BudgetSpendingRow {
  /** Hash of budget and subject, because addresses without an account must not be stored. */
  @PrimaryColumn({ name: 'id', type: 'varchar', length: 64 }) id: string;
  @TextColumn('budget', 64) budget: string;
  /** An id of ours, else empty. */
  @TextColumn('subject') subject: string;
  @TextColumn('subject_hash', 64, { default: '' }) subjectHash: string;
  @CountColumn('spent') spent: number;
  @TimeColumn('began_at') beganAt: number;
  @TimeColumn('last_at') lastAt: number;
  @TimeColumn('refused_at') refusedAt: number;
  @TimeColumn('blocked_until') blockedUntil: number;
  @TimeColumn('ends_at') endsAt: number;
}

@Injectable()
export class DatabaseUnitState extends UnitState {
  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {
    super();
  }

  get isOpen(): boolean {
    return this.database.inUnit;
  }

  async outside(work: () => Promise<void>): Promise<void> {
    if (!this.isOpen) return work();
    void outsideTransaction(work).catch((error: unknown) => this.log.problem('cannot tell of a spent budget', error));
  }
}

export class TypeormBlocks extends Blocks {
  constructor(
    private readonly budgets: BudgetSet,
    private readonly fast: FastSpendings,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  list({ id, budget, subject }: BlockFilter, page: PageRequest): Promise<Page<Block>> {
    const now = this.clock.now();
    const known = Object.keys(this.budgets);
    const common: FindOptionsWhere<BudgetSpendingRow> = {
      budget: budget === undefined ? In(known) : In(known.filter((name) => name === budget)),
      ...(id === undefined ? {} : { id }),
      // Addresses are kept in lower case.
      ...(subject === undefined ? {} : { subjectHash: In([subjectHash(subject), subjectHash(subject.toLowerCase())]) }),
    };
    const blocked = { ...common, blockedUntil: MoreThan(now) };
    const counted = { ...common, spent: MoreThan(0), endsAt: MoreThan(now) };
    const found = id === undefined && subject === undefined ? [blocked] : [blocked, counted];
    const order = { lastAt: 'DESC', id: 'DESC' } as const;
    return readPage(page, async (before, take) => {
      const keyset = before === undefined ? {} : { lastAt: LessThan(before) };
      const where = found.map((each) => ({ ...each, ...keyset }));
      return (await this.rows.find({ where, order, take })).map((row) => this.blockOf(row, now));
    });
  }

  async find(id: string): Promise<Block | undefined> {
    return (await this.list({ id }, { before: undefined, size: 1 })).items[0];
  }

  async lift(id: string): Promise<void> {
    await this.rows.update({ id }, { spent: 0, beganAt: 0, refusedAt: 0, blockedUntil: 0 });
  }

  async liftInMemory({ id, budget }: Block): Promise<void> {
    const name = budget as BudgetName;
    if (this.budgets[name].store === 'memory') await this.fast.clear(name, id);
  }

  private blockOf({ id, budget, subject, spent, blockedUntil, lastAt }: BudgetSpendingRow, now: number): Block {
    const { counts, subjectIs, beyond, cap } = (this.budgets as Readonly<Record<string, Budget>>)[budget]!;
    return {
      id,
      budget,
      counts,
      subjectIs,
      beyond,
      cap,
      subject,
      spent,
      blockedUntil: blockedUntil === NEVER ? undefined : blockedUntil,
      isBlocked: blockedUntil > now,
      createdAt: lastAt,
    };
  }

  private get rows() {
    return this.database.repository(BudgetSpendingRow);
  }
}

@Injectable()
export class TypeormSpendings extends Spendings {
  constructor(private readonly database: Database) {
    super();
  }

  async find({ id }: SpendingKey): Promise<Spending> {
    return (await this.rows.findOneBy({ id })) ?? NOTHING;
  }

  async replace(key: SpendingKey, expected: Spending, next: KeptSpending): Promise<boolean> {
    const { id } = key;
    const { spent, beganAt, lastAt, refusedAt } = expected;
    const { affected } = await this.rows.update({ id, spent, beganAt, lastAt, refusedAt }, valuesOf(next));
    if (affected === 1) return true;
    if (lastAt !== 0) return false;
    try {
      await this.rows.insert({ ...key, ...valuesOf(next) });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /** An update, because deletes deadlock with concurrent inserts. */
  async clear({ id }: SpendingKey): Promise<void> {
    await this.rows.update({ id }, { spent: 0, beganAt: 0, refusedAt: 0, blockedUntil: 0 });
  }

  async removeEnded(before: number, limit: number): Promise<number> {
    const rows = await this.rows.find({ select: { id: true }, where: { endsAt: LessThan(before) }, take: limit });
    if (rows.length > 0) await this.rows.delete({ id: In(rows.map(({ id }) => id)), endsAt: LessThan(before) });
    return rows.length;
  }

  private get rows() {
    return this.database.repository(BudgetSpendingRow);
  }
}

function valuesOf({ spent, beganAt, lastAt, refusedAt, blockedUntil, endsAt }: KeptSpending): KeptSpending {
  return { spent, beganAt, lastAt, refusedAt, blockedUntil, endsAt };
}

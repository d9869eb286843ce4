import { type FindOptionsWhere, In, LessThan, MoreThan } from 'typeorm';
import type { BudgetName, BudgetSet } from '../../../../kernel/budget-definitions.js';
import type { Budget } from '../../../../kernel/budgets.js';
import type { Clock } from '../../../../kernel/clock.js';
import { type Page, type PageRequest, readPage } from '../../../../kernel/pagination.js';
import type { Database } from '../../../../platform/database/database.js';
import { type Block, type BlockFilter, Blocks, FastSpendings } from '../../application/ports.js';
import { NEVER } from '../../domain/spending.js';
import { subjectHash } from '../../domain/spending-key.js';
import { BudgetSpendingRow } from './budget-spending.row.js';

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

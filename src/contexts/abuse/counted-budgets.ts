import type { BudgetSet } from '../../kernel/budget-definitions.js';
import { type Budget, budgetFailures, type BudgetName, Budgets } from '../../kernel/budgets.js';
import { Clock } from '../../kernel/clock.js';
import { Failure, type FailureDefinition } from '../../kernel/failure.js';
import {
  blockedUntil,
  endOf,
  live,
  type Spending,
  waitMs,
  withAmount,
  withoutAmount,
  type SpendingKey,
  spendingKey,
  FastSpendings,
  type KeptSpending,
  Refusals,
  Spendings,
  UnitState,
} from './budgets.js';

interface Counted {
  readonly before: Spending;
  readonly after: Spending;
}

type Outcome = { readonly counted: Counted } | { readonly refusedMs: number };

const FAILURES: Readonly<Record<Budget['beyond'], FailureDefinition>> = {
  delay: budgetFailures.delayed,
  'step-up': budgetFailures.step_up,
  refuse: budgetFailures.limit_reached,
  freeze: budgetFailures.frozen,
};

export class CountedBudgets extends Budgets {
  /** The undecided count or attempt of each subject in this process. */
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(
    private readonly budgets: BudgetSet,
    private readonly spendings: Spendings,
    private readonly fast: FastSpendings,
    private readonly refusals: Refusals,
    private readonly unit: UnitState,
    private readonly clock: Clock,
  ) {
    super();
  }

  async spend(name: BudgetName, subject: string, amount = 1): Promise<void> {
    const refusedMs = await this.refusedMs(name, subject, amount);
    if (refusedMs > 0) throw this.failure(name, refusedMs);
  }

  async trySpend(name: BudgetName, subject: string, amount = 1): Promise<boolean> {
    return (await this.refusedMs(name, subject, amount)) === 0;
  }

  async attempt(
    name: BudgetName,
    subject: string,
    check: () => Promise<boolean>,
    whenRight: 'clear' | 'give back' = 'clear',
  ): Promise<boolean> {
    this.requireOutside(name);
    const key = this.key(name, subject);
    return this.inTurn(key, async () => {
      const outcome = await this.count(name, key, 1);
      if ('refusedMs' in outcome) throw this.failure(name, outcome.refusedMs);
      const { before, after } = outcome.counted;
      let isRight: boolean;
      try {
        isRight = await check();
      } catch (error) {
        await this.takeBack(name, key, after, before).catch(() => undefined);
        throw error;
      }
      if (isRight) await (whenRight === 'clear' ? this.spendings.clear(key) : this.takeBack(name, key, after, before));
      return isRight;
    });
  }

  async left(name: BudgetName, subject: string): Promise<number> {
    const budget = this.budgets[name];
    const key = this.key(name, subject);
    if (budget.store === 'memory') return Math.max(0, budget.cap - (await this.fast.spent(name, key.id)));
    const spending = live(budget, await this.spendings.find(key), this.clock.now());
    if (budget.beyond === 'freeze' && spending.refusedAt !== 0) return 0;
    return Math.max(0, budget.cap - spending.spent);
  }

  async giveBack(name: BudgetName, subject: string, amount = 1): Promise<void> {
    requireWhole(amount);
    const budget = this.budgets[name];
    const key = this.key(name, subject);
    if (budget.store === 'memory') return this.fast.giveBack(name, key.id, amount);
    for (;;) {
      const before = await this.spendings.find(key);
      const spending = live(budget, before, this.clock.now());
      if (spending.spent === 0) return;
      if (await this.spendings.replace(key, before, kept(budget, withoutAmount(budget, spending, amount)))) return;
    }
  }

  async clear(name: BudgetName, subject: string): Promise<void> {
    const key = this.key(name, subject);
    if (this.budgets[name].store === 'memory') await this.fast.clear(name, key.id);
    await this.spendings.clear(key);
  }

  private async refusedMs(name: BudgetName, subject: string, amount: number): Promise<number> {
    requireWhole(amount);
    const key = this.key(name, subject);
    if (this.budgets[name].store === 'memory') {
      const ms = await this.fast.spend(name, key.id, amount);
      if (ms > 0) await this.refused(name, key, ms);
      return ms;
    }
    this.requireOutside(name);
    // In a unit of work the next in turn may wait for a lock of this unit.
    const outcome = this.unit.isOpen
      ? await this.count(name, key, amount)
      : await this.inTurn(key, () => this.count(name, key, amount));
    return 'refusedMs' in outcome ? outcome.refusedMs : 0;
  }

  /** Repeated where another process counted in between. */
  private async count(name: BudgetName, key: SpendingKey, amount: number): Promise<Outcome> {
    const budget = this.budgets[name];
    for (;;) {
      const now = this.clock.now();
      const before = await this.spendings.find(key);
      const spending = live(budget, before, now);
      const ms = waitMs(budget, spending, amount, now);
      if (ms > 0) {
        await this.refused(name, key, ms, spending.refusedAt === 0);
        return { refusedMs: ms };
      }
      const after = withAmount(spending, amount, now);
      if (await this.spendings.replace(key, before, kept(budget, after))) return { counted: { before, after } };
    }
  }

  private async refused(name: BudgetName, key: SpendingKey, ms: number, isFirst = true): Promise<void> {
    this.refusals.count(name);
    if (isFirst) await this.unit.outside(() => this.tell(name, key, ms));
  }

  /** The first refusal of a window, of which one process tells. Its row shows it to staff, also where it is counted in memory. */
  private async tell(name: BudgetName, key: SpendingKey, ms: number): Promise<void> {
    const budget = this.budgets[name];
    for (;;) {
      const before = await this.spendings.find(key);
      const now = this.clock.now();
      const spending = live(budget, before, now);
      if (spending.refusedAt !== 0) return;
      const { spent, beganAt, lastAt } =
        budget.store === 'memory'
          ? { spent: await this.fast.spent(name, key.id), beganAt: now + ms - budget.windowMs, lastAt: now }
          : spending;
      const refused = { spent, beganAt: beganAt || now, lastAt: lastAt || now, refusedAt: now };
      if (!(await this.spendings.replace(key, before, kept(budget, refused)))) continue;
      if (budget.tells.includes('staff')) await this.refusals.tellStaff(budget, key, refused.beganAt);
      return;
    }
  }

  /** Restores the former count, or takes one off if others were counted since. */
  private async takeBack(name: BudgetName, key: SpendingKey, after: Spending, before: Spending): Promise<void> {
    const budget = this.budgets[name];
    if (await this.spendings.replace(key, after, kept(budget, before))) return;
    for (;;) {
      const now = await this.spendings.find(key);
      if (now.spent === 0 || now.beganAt !== after.beganAt) return;
      if (await this.spendings.replace(key, now, kept(budget, withoutAmount(budget, now, 1)))) return;
    }
  }

  private async inTurn<T>({ id }: SpendingKey, work: () => Promise<T>): Promise<T> {
    const turn = (this.last.get(id) ?? Promise.resolve()).then(work);
    const ended = turn.catch(() => undefined);
    this.last.set(id, ended);
    try {
      return await turn;
    } finally {
      if (this.last.get(id) === ended) this.last.delete(id);
    }
  }

  private key(name: BudgetName, subject: string): SpendingKey {
    return spendingKey(name, this.budgets[name], subject);
  }

  private failure(name: BudgetName, ms: number): Failure {
    const { beyond } = this.budgets[name];
    return new Failure(FAILURES[beyond], beyond === 'freeze' ? {} : { retryAfterSeconds: Math.ceil(ms / 1_000) });
  }

  private requireOutside(name: BudgetName): void {
    if (this.budgets[name].beyond === 'delay' && this.unit.isOpen)
      throw new Error(`${name} is counted outside of units of work, which would undo the count with the refusal`);
  }
}

function kept(budget: Budget, spending: Spending): KeptSpending {
  return { ...spending, blockedUntil: blockedUntil(budget, spending), endsAt: endOf(budget, spending) };
}

function requireWhole(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 1) throw new RangeError(`${amount} is no whole number from 1`);
}

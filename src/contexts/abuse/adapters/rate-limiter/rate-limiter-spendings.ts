import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { BudgetName, BudgetSet } from '../../../../kernel/budget-definitions.js';
import type { Budget } from '../../../../kernel/budgets.js';
import type { RedisConnection } from '../../../../platform/redis/redis.js';
import { FastSpendings } from '../../budgets.js';

type Limiter = RateLimiterMemory | RateLimiterRedis;

export class RateLimiterSpendings extends FastSpendings {
  private readonly limiters = new Map<string, Limiter>();

  constructor(budgets: BudgetSet, redis: RedisConnection | undefined) {
    super();
    for (const [name, budget] of Object.entries(budgets))
      if (budget.store === 'memory') this.limiters.set(name, makeLimiter(name, budget, redis));
  }

  async spend(budget: BudgetName, id: string, amount: number): Promise<number> {
    const limiter = this.limiter(budget);
    try {
      await limiter.consume(id, amount);
      return 0;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      // The limiter counted the amount, which must not use up the allowance of smaller ones.
      await limiter.reward(id, amount);
      return Math.max(1, refused.msBeforeNext);
    }
  }

  async spent(budget: BudgetName, id: string): Promise<number> {
    return (await this.limiter(budget).get(id))?.consumedPoints ?? 0;
  }

  async giveBack(budget: BudgetName, id: string, amount: number): Promise<void> {
    const spent = await this.spent(budget, id);
    if (spent > 0) await this.limiter(budget).reward(id, Math.min(amount, spent));
  }

  async clear(budget: BudgetName, id: string): Promise<void> {
    await this.limiter(budget).delete(id);
  }

  private limiter(budget: string): Limiter {
    return this.limiters.get(budget)!;
  }
}

function makeLimiter(name: string, { cap, windowMs }: Budget, redis: RedisConnection | undefined): Limiter {
  const options = { points: cap, duration: windowMs / 1_000, keyPrefix: redis ? redis.key('budget', name) : name };
  const inMemory = new RateLimiterMemory(options);
  // While Redis is down each process counts separately, which loosens the budget.
  return redis ? new RateLimiterRedis({ ...options, storeClient: redis.client, insuranceLimiter: inMemory }) : inMemory;
}

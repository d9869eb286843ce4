import type { Budget } from '../../../kernel/budgets.js';

/** What a subject has spent of a budget, attempts under way included. */
export interface Spending {
  readonly spent: number;
  /** The first count of the window. */
  readonly beganAt: number;
  readonly lastAt: number;
  /** The first refusal of the window; 0: there was none. */
  readonly refusedAt: number;
}

export const NOTHING: Spending = { spent: 0, beganAt: 0, lastAt: 0, refusedAt: 0 };
/** Until staff lift it. */
export const NEVER = Number.MAX_SAFE_INTEGER;

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 900_000;

/** When it is forgotten. */
export function endOf(budget: Budget, { beganAt, lastAt, refusedAt }: Spending): number {
  if (budget.beyond === 'freeze' && refusedAt !== 0) return NEVER;
  return (budget.beyond === 'delay' ? lastAt : beganAt) + budget.windowMs;
}

/** Nothing where its window is over. */
export function live(budget: Budget, spending: Spending, now: number): Spending {
  return now >= endOf(budget, spending) ? NOTHING : spending;
}

export function withAmount(spending: Spending, amount: number, now: number): Spending {
  const { spent, beganAt, refusedAt } = spending;
  return { spent: spent + amount, beganAt: beganAt || now, lastAt: now, refusedAt };
}

/** What was refused before may pass now; what is frozen stays so. */
export function withoutAmount(budget: Budget, spending: Spending, amount: number): Spending {
  const refusedAt = budget.beyond === 'freeze' ? spending.refusedAt : 0;
  return { ...spending, spent: Math.max(0, spending.spent - amount), refusedAt };
}

/** Until when the next one is not let pass; at most now: it is. */
export function blockedUntil(budget: Budget, spending: Spending): number {
  const { spent, lastAt, refusedAt } = spending;
  if (budget.beyond === 'delay')
    return spent < budget.cap ? 0 : lastAt + Math.min(FIRST_DELAY_MS * 2 ** (spent - budget.cap), MAX_DELAY_MS);
  return spent >= budget.cap || refusedAt !== 0 ? endOf(budget, spending) : 0;
}

/** None: the amount passes. */
export function waitMs(budget: Budget, spending: Spending, amount: number, now: number): number {
  if (budget.beyond === 'delay') return Math.max(0, blockedUntil(budget, spending) - now);
  const isFrozen = budget.beyond === 'freeze' && spending.refusedAt !== 0;
  if (!isFrozen && spending.spent + amount <= budget.cap) return 0;
  return Math.max(1, endOf(budget, spending.beganAt === 0 ? withAmount(spending, 0, now) : spending) - now);
}

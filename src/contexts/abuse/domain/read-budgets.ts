import { BUDGETS, type BudgetName, type BudgetSet } from '../../../kernel/budget-definitions.js';
import type { Budget } from '../../../kernel/budgets.js';

const FORM = 'BUDGETS must be JSON like {"account_passwords":{"cap":10,"windowSeconds":3600}}';
const MAX_WINDOW_SECONDS = 366 * 86_400;

/** The budgets with the caps and windows of BUDGETS; the rates among the others are multiplied by RATE_LIMIT_SCALE. */
export function readBudgets(text: string | undefined, rateLimitScale = 1): { budgets: BudgetSet; faults: string[] } {
  const budgets: Record<string, Budget> = Object.fromEntries(
    Object.entries(BUDGETS).map(([name, budget]) => [name, scaled(budget, rateLimitScale)]),
  );
  if (text === undefined) return { budgets: budgets as BudgetSet, faults: [] };
  const given = parsed(text);
  if (!isRecord(given)) return { budgets: budgets as BudgetSet, faults: [FORM] };
  const faults: string[] = [];
  for (const [name, change] of Object.entries(given)) {
    const fault = faultOf(name, change);
    if (fault !== undefined) faults.push(fault);
    else budgets[name] = changed(BUDGETS[name as BudgetName], change as Change);
  }
  return { budgets: budgets as BudgetSet, faults };
}

function scaled(budget: Budget, scale: number): Budget {
  if (budget.isRate !== true || scale === 1) return budget;
  return { ...budget, cap: scale === 0 ? Number.MAX_SAFE_INTEGER : Math.max(1, Math.floor(budget.cap * scale)) };
}

interface Change {
  readonly cap?: number;
  readonly windowSeconds?: number;
}

function changed(budget: Budget, { cap = budget.cap, windowSeconds }: Change): Budget {
  return { ...budget, cap, windowMs: windowSeconds === undefined ? budget.windowMs : windowSeconds * 1_000 };
}

function faultOf(name: string, change: unknown): string | undefined {
  if (!Object.hasOwn(BUDGETS, name)) return `BUDGETS names ${name}, which is none of ${Object.keys(BUDGETS).join(', ')}`;
  if (!isRecord(change)) return FORM;
  for (const key of Object.keys(change))
    if (key !== 'cap' && key !== 'windowSeconds') return `BUDGETS.${name} takes cap and windowSeconds, not ${key}`;
  if (!isWhole(change['cap'], Number.MAX_SAFE_INTEGER)) return `BUDGETS.${name}.cap must be a whole number from 1`;
  if (!isWhole(change['windowSeconds'], MAX_WINDOW_SECONDS))
    return `BUDGETS.${name}.windowSeconds must be a whole number from 1 to ${MAX_WINDOW_SECONDS}`;
  return undefined;
}

function isWhole(value: unknown, max: number): boolean {
  return value === undefined || (Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= max);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A limit beyond that limits nobody. */
const MOST_TIMES = 100;

/** The names of those that allow far more than their default does. */
export function boundlessBudgets(budgets: BudgetSet): BudgetName[] {
  return (Object.keys(budgets) as BudgetName[]).filter((name) => {
    const [set, usual] = [budgets[name], BUDGETS[name]];
    return set.cap / set.windowMs > (MOST_TIMES * usual.cap) / usual.windowMs;
  });
}

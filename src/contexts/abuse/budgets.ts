import { createHash } from 'node:crypto';
import { type Budget, BUDGETS, type BudgetName, type BudgetSet } from '../../kernel/budget-definitions.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';

export interface SpendingKey {
  /** A hash of budget and subject, because addresses without an account and networks of strangers must not be stored. */
  readonly id: string;
  readonly budget: string;
  /** Empty unless it is an id of ours, which staff may read. */
  readonly subject: string;
  /** Leaves out the network or device after the first word: staff look up an address or an id. */
  readonly subjectHash: string;
}

const READABLE: readonly Budget['subjectIs'][] = ['account', 'staff member', 'staff pair'];

export function spendingKey(name: string, { subjectIs }: Budget, subject: string): SpendingKey {
  const [first = ''] = subject.split(' ', 1);
  return {
    id: hash(`${name} ${subject}`),
    budget: name,
    subject: READABLE.includes(subjectIs) ? subject : '',
    subjectHash: subjectHash(first),
  };
}

export function subjectHash(firstWord: string): string {
  return hash(firstWord);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** The spending of a subject from a budget, attempts under way included. */
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

/** A freeze stays; an amount that was refused before may pass now. */
export function withoutAmount(budget: Budget, spending: Spending, amount: number): Spending {
  const refusedAt = budget.beyond === 'freeze' ? spending.refusedAt : 0;
  return { ...spending, spent: Math.max(0, spending.spent - amount), refusedAt };
}

/** The time until which the next one must wait; a time up to now lets it pass. */
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

/** Spending that a budget holds back; for a budget in memory, from its first refusal. */
export interface Block extends Pick<Budget, 'counts' | 'subjectIs' | 'beyond' | 'cap'> {
  readonly id: string;
  readonly budget: string;
  /** Empty where it is stored as a hash alone. */
  readonly subject: string;
  readonly spent: number;
  /** Undefined: until staff lift it. */
  readonly blockedUntil: number | undefined;
  readonly isBlocked: boolean;
  /** When last counted or refused. */
  readonly createdAt: number;
}

export interface BlockFilter {
  readonly id?: string;
  readonly budget?: string;
  /** In clear text: an id, an address, or another first word of the subject. */
  readonly subject?: string;
}

export abstract class Blocks {
  /** Blocks in force; for one subject or id also counts without a block. Newest first. */
  abstract list(filter: BlockFilter, page: PageRequest): Promise<Page<Block>>;
  abstract find(id: string): Promise<Block | undefined>;
  /** Clears the spending. In the caller's unit of work. */
  abstract lift(id: string): Promise<void>;
  /** Clears the same count in memory. Call it after the unit of work, because it may call Redis. */
  abstract liftInMemory(block: Block): Promise<void>;
}

/** Spendings of budgets in Redis or in the memory of this process, by the id of a SpendingKey. */
export abstract class FastSpendings {
  /** The wait in ms if the amount does not pass; it is then not counted. */
  abstract spend(budget: BudgetName, id: string, amount: number): Promise<number>;
  abstract spent(budget: BudgetName, id: string): Promise<number>;
  abstract giveBack(budget: BudgetName, id: string, amount: number): Promise<void>;
  abstract clear(budget: BudgetName, id: string): Promise<void>;
}

export abstract class Refusals {
  abstract count(budget: BudgetName): void;
  /** Once for each window. */
  abstract tellStaff(budget: Budget, key: SpendingKey, window: number): Promise<void>;
}

export interface KeptSpending extends Spending {
  readonly blockedUntil: number;
  readonly endsAt: number;
}

/** Spendings of budgets in the database; in the caller's unit of work, if there is one. */
export abstract class Spendings {
  abstract find(key: SpendingKey): Promise<Spending>;
  /** Compare and set: false when it changed since `expected` was read. */
  abstract replace(key: SpendingKey, expected: Spending, next: KeptSpending): Promise<boolean>;
  abstract clear(key: SpendingKey): Promise<void>;
  /** Removes at most `limit` whose window ended before; returns how many. */
  abstract removeEnded(before: number, limit: number): Promise<number>;
}

/** Whether the caller is inside of a unit of work. */
export abstract class UnitState {
  abstract get isOpen(): boolean;
  /** Inside of a unit the work begins when the unit lets it, and is not waited for: the unit holds the embedded connection. */
  abstract outside(work: () => Promise<void>): Promise<void>;
}

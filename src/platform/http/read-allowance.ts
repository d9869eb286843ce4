import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type BudgetName, Budgets } from '../../kernel/budgets.js';
import { HOUR_MS } from '../../kernel/clock.js';
import { Failure, type FailureDefinition } from '../../kernel/failure.js';
import { steadyMs } from '../../kernel/timers.js';
import { bounded } from '../bounded.js';
import { edgeFailures } from './edge.failures.js';

export interface StaffQuestion {
  readonly staffId: string;
  readonly action: string;
  /** Undefined if no record says so: a list that is not about one user. */
  readonly subject: string | undefined;
  readonly parameters: object;
}

const QUESTIONS = 20_000;

/** The amount that a member of staff may read about users, over all operations. */
@Injectable()
export class ReadAllowance {
  /** Number of records in the answer to each question in this process. The console repeats its questions, and a repeat shows nobody new. */
  private readonly counted = new LRUCache<string, number>({ ...bounded(QUESTIONS), ttl: HOUR_MS, perf: { now: steadyMs } });

  constructor(private readonly budgets: Budgets) {}

  /** A file of many users, before it is read, because a file is the most that can be read at once. @throws Failure `edge.staff_files_spent` */
  async countFile({ staffId, subject }: StaffQuestion): Promise<void> {
    if (!isOfOne(subject)) await this.spend('staff_files', staffId, 1, edgeFailures.staff_files_spent);
  }

  /** @throws Failure `edge.staff_reads_spent` */
  async countRecords({ staffId, action, subject, parameters }: StaffQuestion, result: unknown): Promise<void> {
    const isOne = isOfOne(subject);
    const question = isOne ? `${staffId} ${subject}` : `${staffId} ${action} ${JSON.stringify(parameters)}`;
    const records = isOne ? 1 : recordsIn(result);
    const more = records - (this.counted.get(question) ?? 0);
    if (more <= 0) return;
    await this.spend('staff_reads', staffId, more, edgeFailures.staff_reads_spent);
    this.counted.set(question, records);
  }

  private async spend(budget: BudgetName, staffId: string, amount: number, refusal: FailureDefinition): Promise<void> {
    try {
      await this.budgets.spend(budget, staffId, amount);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new Failure(refusal, { retryAfterSeconds: error.retryAfterSeconds });
    }
  }
}

/** `account:` is a list about all users. */
function isOfOne(subject: string | undefined): subject is string {
  return subject !== undefined && subject.includes(':') && !subject.startsWith('account:');
}

function recordsIn(result: unknown): number {
  const items = Array.isArray(result) ? result : (result as { items?: unknown } | undefined)?.items;
  return Array.isArray(items) ? items.length : 1;
}

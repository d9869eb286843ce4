import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { Database } from '../../../../platform/database/database.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import { type KeptSpending, Spendings } from '../../application/ports.js';
import { NOTHING, type Spending } from '../../domain/spending.js';
import type { SpendingKey } from '../../domain/spending-key.js';
import { BudgetSpendingRow } from './budget-spending.row.js';

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

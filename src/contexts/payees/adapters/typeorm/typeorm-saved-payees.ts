import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Clock } from '../../../../kernel/clock.js';
import { Failure } from '../../../../kernel/failure.js';
import { RowSeals } from '../../../../platform/crypto/row-seals.js';
import { Database } from '../../../../platform/database/database.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import { type PayeeUse, SavedPayees, type UsedPayee } from '../../application/ports.js';
import { identityOf, MOST_PAYEES, type Payee } from '../../domain/payee.js';
import { payeesFailures } from '../../domain/payees.failures.js';
import { PayeeRow } from './payee.rows.js';

@Injectable()
export class TypeormSavedPayees extends SavedPayees {
  constructor(
    private readonly database: Database,
    private readonly seals: RowSeals,
    private readonly clock: Clock,
  ) {
    super();
  }

  async add(payee: Payee): Promise<void> {
    const identity = identityOf(payee);
    const { userId } = payee;
    const present = await this.rows.findOneBy({ userId, identity });
    if (present && (await this.isTrusted(present))) throw new Failure(payeesFailures.exists);
    // Saving it anew confirms it.
    if (present) await this.rows.delete({ userId, id: present.id });
    if ((await this.rows.countBy({ userId })) >= MOST_PAYEES) throw new Failure(payeesFailures.too_many);
    try {
      const row = { ...payee, identity };
      await this.rows.insert({ ...row, ...this.seals.of(PayeeRow, row) });
    } catch (error) {
      if (isDuplicate(error)) throw new Failure(payeesFailures.exists, { cause: error });
      throw error;
    }
  }

  async find(userId: string, id: string): Promise<Payee | undefined> {
    const row = await this.rows.findOneBy({ userId, id });
    if (!row) return undefined;
    if (!(await this.isTrusted(row))) throw new Failure(payeesFailures.untrusted);
    return payeeOf(row);
  }

  async all(userId: string): Promise<Payee[]> {
    const rows = await this.rows.find({ where: { userId }, order: { usedAt: 'DESC', id: 'DESC' } });
    const trusted = await Promise.all(rows.map((row) => this.isTrusted(row)));
    return rows.filter((_, index) => trusted[index]).map(payeeOf);
  }

  async among(uses: readonly PayeeUse[]): Promise<UsedPayee[]> {
    const select = { id: true, userId: true, identity: true } as const;
    const saved = await this.rows.find({ select, where: { userId: In([...new Set(uses.map(({ userId }) => userId))]) } });
    return uses.flatMap(({ userId, identity, at }) =>
      saved.filter((row) => row.userId === userId && row.identity === identity).map(({ id }) => ({ userId, id, at })),
    );
  }

  async change(userId: string, id: string, changes: Partial<Pick<Payee, 'label' | 'name' | 'changedName'>>): Promise<void> {
    await this.seals.update<PayeeRow>(PayeeRow, { userId, id }, changes);
  }

  async count(userId: string, id: string, at = this.clock.now()): Promise<void> {
    const last = `CASE WHEN used_at < ${at} THEN ${at} ELSE used_at END`;
    await this.rows.update({ userId, id }, { used: () => 'used + 1', usedAt: () => last });
  }

  async remove(userId: string, id: string): Promise<boolean> {
    return (await this.rows.delete({ userId, id })).affected === 1;
  }

  private isTrusted(row: PayeeRow): Promise<boolean> {
    return this.seals.holds(PayeeRow, 'payeeSeal', row);
  }

  private get rows() {
    return this.database.repository(PayeeRow);
  }
}

function payeeOf({ identity: _, payeeSeal: __, ...payee }: PayeeRow): Payee {
  return payee;
}

import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Clock } from '../../../../kernel/clock.js';
import { BatchLoader } from '../../../../platform/database/batch-loader.js';
import { Database } from '../../../../platform/database/database.js';
import type { VerifiedCustomer } from '../../../billers/index.js';
import { type VerificationKey, Verifications } from '../../application/ports.js';
import { VerificationRow } from './purchase.rows.js';

@Injectable()
export class TypeormVerifications extends Verifications {
  private readonly loader: BatchLoader<string, VerifiedCustomer>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
    this.loader = new BatchLoader(database, (names) => this.read(names));
  }

  async keep(key: VerificationKey, customer: VerifiedCustomer, expires: number): Promise<void> {
    await this.rows
      .createQueryBuilder()
      .insert()
      .values({ ...key, customer: JSON.stringify(customer), expires })
      .orUpdate(['customer', 'expires'], ['user_id', 'payment_code', 'customer_id'])
      .updateEntity(false)
      .execute();
  }

  find(key: VerificationKey): Promise<VerifiedCustomer | undefined> {
    return this.loader.get(nameOf(key));
  }

  async removeExpired(): Promise<void> {
    await this.rows.delete({ expires: LessThan(this.clock.now()) });
  }

  private async read(names: readonly string[]): Promise<Map<string, VerifiedCustomer>> {
    const keys = names.map((name) => JSON.parse(name) as string[]);
    const rows = await this.database.rowsOnce<StoredVerification>(
      `SELECT user_id AS userId, payment_code AS paymentCode, customer_id AS customerId, customer FROM customer_verification
       WHERE (${keys.map(() => 'user_id = ? AND payment_code = ? AND customer_id = ?').join(' OR ')}) AND expires > ?`,
      [...keys.flat(), this.clock.now()],
    );
    return new Map(rows.map((row) => [nameOf(row), JSON.parse(row.customer) as VerifiedCustomer]));
  }

  private get rows() {
    return this.database.repository(VerificationRow);
  }
}

type StoredVerification = VerificationKey & { readonly customer: string };

function nameOf({ userId, paymentCode, customerId }: VerificationKey): string {
  return JSON.stringify([userId, paymentCode, customerId]);
}

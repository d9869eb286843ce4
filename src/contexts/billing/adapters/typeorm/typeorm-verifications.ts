import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Clock } from '../../../../kernel/clock.js';
import { Database } from '../../../../platform/database/database.js';
import type { VerifiedCustomer } from '../../application/ports/biller-provider.js';
import { type VerificationKey, Verifications } from '../../application/ports/verifications.js';
import { VerificationRow } from './purchase.rows.js';

@Injectable()
export class TypeormVerifications extends Verifications {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
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

  async find({ userId, paymentCode, customerId }: VerificationKey): Promise<VerifiedCustomer | undefined> {
    const sql =
      'SELECT customer FROM customer_verification WHERE user_id = ? AND payment_code = ? AND customer_id = ? AND expires > ?';
    const [row] = await this.database.rows<{ customer: string }>(sql, [userId, paymentCode, customerId, this.clock.now()]);
    return row && (JSON.parse(row.customer) as VerifiedCustomer);
  }

  async removeExpired(): Promise<void> {
    await this.rows.delete({ expires: LessThan(this.clock.now()) });
  }

  private get rows() {
    return this.database.repository(VerificationRow);
  }
}

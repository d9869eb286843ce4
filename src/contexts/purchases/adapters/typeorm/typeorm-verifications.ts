import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Clock } from '../../../../kernel/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { KeyLoader } from '../../../../platform/database/key-loader.js';
import { tableOf } from '../../../../platform/database/table.js';
import type { VerifiedCustomer } from '../../../billers/index.js';
import { type VerificationKey, Verifications } from '../../application/ports.js';
import { VerificationRow } from './purchase.rows.js';

const TABLE = tableOf(VerificationRow);

@Injectable()
export class TypeormVerifications extends Verifications {
  private readonly stored: KeyLoader<VerificationRow, keyof VerificationKey, 'customer' | 'expires'>;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
    this.stored = new KeyLoader(database, TABLE, ['userId', 'paymentCode', 'customerId'], ['customer', 'expires']);
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

  async find(key: VerificationKey): Promise<VerifiedCustomer | undefined> {
    const found = await this.stored.get(key);
    return found && found.expires > this.clock.now() ? (JSON.parse(found.customer) as VerifiedCustomer) : undefined;
  }

  async removeExpired(): Promise<void> {
    await this.rows.delete({ expires: LessThan(this.clock.now()) });
  }

  private get rows() {
    return this.database.repository(VerificationRow);
  }
}

import { Injectable } from '@nestjs/common';
import { phoneSpellings } from '../../../../kernel/phone.js';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { UserNumbersSource } from '../../../accounts/index.js';
import { PurchaseRow } from './purchase.rows.js';

@Injectable()
@Contributes(UserNumbersSource)
export class TypeormBuyersOfNumber extends UserNumbersSource {
  readonly kind = 'meter';

  constructor(private readonly database: Database) {
    super();
  }

  async usersOf(customerId: string, limit: number): Promise<string[]> {
    const rows = await this.database
      .repository(PurchaseRow)
      .createQueryBuilder('purchase')
      .select('DISTINCT purchase.userId', 'userId')
      .where('purchase.customerId IN (:...numbers)', { numbers: phoneSpellings(customerId) })
      .limit(limit)
      .getRawMany<{ userId: string }>();
    return rows.map(({ userId }) => userId);
  }
}

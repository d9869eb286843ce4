import { Injectable } from '@nestjs/common';
import { exactText } from '../../../../kernel/exact-text.js';
import { Contributes } from '../../../../kernel/registry.js';
import { Database } from '../../../../platform/database/database.js';
import { UserNumbersSource } from '../../../accounts/index.js';
import { DepositOrderRow } from './deposits.rows.js';

/** Whose deposits were to be paid into an account. */
@Injectable()
@Contributes(UserNumbersSource)
export class TypeormUsersOfAccount extends UserNumbersSource {
  readonly kind = 'account';

  constructor(private readonly database: Database) {
    super();
  }

  async usersOf(accountNumber: string, limit: number): Promise<string[]> {
    const rows = await this.database
      .repository(DepositOrderRow)
      .createQueryBuilder('deposit')
      .select('DISTINCT deposit.userId', 'userId')
      .where('deposit.accountNumber = :number', { number: exactText(accountNumber) })
      .limit(limit)
      .getRawMany<{ userId: string }>();
    return rows.map(({ userId }) => userId);
  }
}

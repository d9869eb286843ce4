import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../../../../platform/database/database.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { DepositProviders } from '../../application/deposit-provider.js';
import { DepositPaymentRow } from './deposits.rows.js';

/** Payments by their id or by a name that a provider has for them. */
@Injectable()
export class NamedPayments {
  constructor(
    private readonly database: Database,
    private readonly providers: DepositProviders,
  ) {}

  async find(name: string, limit: number): Promise<readonly DepositPaymentRow[]> {
    // Both indexes begin with the provider.
    const provider = In(this.providers.all().map((each) => each.name));
    const conditions = [{ id: name }, { provider, transactionId: name }, { provider, providerReference: name }];
    const page = { before: undefined, size: limit };
    return (await readRowPage(this.database.repository(DepositPaymentRow), conditions, page)).items;
  }
}

import { Injectable } from '@nestjs/common';
import { isoTime } from '../../../kernel/clock.js';
import { type DataPart, PersonalDataSource } from '../../../kernel/personal-data.js';
import { Contributes } from '../../../kernel/registry.js';
import { SavedPayees } from './ports.js';

@Injectable()
@Contributes(PersonalDataSource)
export class ExportedPayees extends PersonalDataSource {
  constructor(private readonly saved: SavedPayees) {
    super();
  }

  readonly parts: readonly DataPart[] = [{ name: 'payees', rows: (userId) => this.rows(userId) }];

  private async *rows(userId: string) {
    for (const payee of await this.saved.all(userId))
      yield {
        saved: isoTime(payee.createdAt),
        kind: payee.kind,
        label: payee.label,
        name: payee.name,
        bank: payee.bankCode,
        account: payee.account,
        email: payee.email,
        biller: payee.billerId,
        item: payee.itemId,
        customer: payee.customerId,
        used: payee.used,
      };
  }
}

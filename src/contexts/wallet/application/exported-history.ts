import { Injectable } from '@nestjs/common';
import { isoTime } from '../../../kernel/clock.js';
import { toNaira } from '../../../kernel/money.js';
import { readAll, readPage } from '../../../kernel/pagination.js';
import { type DataPart, PersonalDataSource } from '../../../kernel/personal-data.js';
import { Contributes } from '../../../kernel/registry.js';
import { History } from '../../../ledger/index.js';

@Injectable()
@Contributes(PersonalDataSource)
export class ExportedHistory extends PersonalDataSource {
  constructor(private readonly history: History) {
    super();
  }

  readonly parts: readonly DataPart[] = [{ name: 'wallet-history', rows: (userId) => this.rows(userId) }];

  private async *rows(userId: string) {
    const list = (before: number | undefined, limit: number) => this.history.list(userId, before, limit);
    for await (const entry of readAll((page) => readPage(page, list)))
      yield {
        at: isoTime(entry.createdAt),
        reference: entry.journalId,
        amount: toNaira(entry.amountKobo),
        balance: toNaira(entry.balanceKobo),
        note: entry.note,
      };
  }
}

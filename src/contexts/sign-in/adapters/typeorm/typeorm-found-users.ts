import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { phoneSpellings } from '../../../../kernel/phone.js';
import { Contributes } from '../../../../kernel/registry.js';
import { type RecordSummary, StaffRecords } from '../../../../kernel/staff-records.js';
import { Database } from '../../../../platform/database/database.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { type AccountDetails, AccountDirectory } from '../../application/ports/accounts.js';
import { NameWords } from './name-words.js';
import { UserRow } from './sign-in.rows.js';

/** Addresses are found whole only: what they begin with would tell those who may not see them. */
@Injectable()
@Contributes(StaffRecords)
export class TypeormFoundUsers extends StaffRecords {
  override readonly kind = 'user';
  override readonly permission = 'userControl.getDataList';

  constructor(
    private readonly database: Database,
    private readonly directory: AccountDirectory,
    private readonly nameWords: NameWords,
  ) {
    super();
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    const named = await Promise.all([this.byNumber(text, limit), this.nameWords.findBeginning(text, limit)]);
    const ids = [...new Set(named.flat())].slice(0, limit);
    const accounts = await this.directory.findMany(ids);
    return ids.flatMap((id) => accounts.get(id) ?? []).map(summaryOf);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return [...(await this.directory.findMany(ids)).values()].map(summaryOf);
  }

  /** As a payer sees whom they pay. */
  override nameForAll({ title }: RecordSummary): string {
    const [given = '', family = ''] = title.split(' ');
    return family === '' ? given : `${given} ${String.fromCodePoint(family.codePointAt(0)!)}.`;
  }

  private async byNumber(text: string, limit: number): Promise<string[]> {
    const conditions = [
      { id: text },
      { email: text.toLowerCase() },
      { referenceId: text.toUpperCase() },
      { phoneNumber: In(phoneSpellings(text)) },
    ];
    const select = { id: true, createdAt: true };
    const page = { before: undefined, size: limit };
    const { items } = await readRowPage(this.database.repository(UserRow), conditions, page, select);
    return items.map(({ id }) => id);
  }
}

function summaryOf({ id, firstName, lastName, email, status, createdAt }: AccountDetails): RecordSummary {
  return { id, title: `${firstName} ${lastName}`.trim(), detail: email, status, userId: id, createdAt };
}

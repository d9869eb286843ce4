import { Injectable } from '@nestjs/common';
import { type FindOptionsSelect, type FindOptionsWhere, In, Raw } from 'typeorm';
import { canonicalCountry } from '../../kernel/countries.js';
import { phoneBeginnings, phoneSpellings } from '../../kernel/phone.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { sealedProperties } from '../../platform/crypto/row-seal.js';
import { RowSeals } from '../../platform/crypto/row-seals.js';
import { Database } from '../../platform/database/database.js';
import { beginsWith } from '../../platform/database/remove-rows.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { type AccountDetails, AccountDirectory, type AccountFilter } from './accounts.js';
import { NameWords } from './name-words.store.js';
import { toDetails, UserRow } from './sign-in.rows.js';
import { Contributes } from '../../kernel/registry.js';
import { type RecordSummary, StaffRecords } from '../../kernel/records.js';

/** When first asked for, because the columns of a row are known only once all row classes are loaded. */
const columns = (): FindOptionsSelect<UserRow> => ({
  ...Object.fromEntries(sealedProperties(UserRow, 'accountSeal').map((property) => [property, true])),
  username: true,
  activeAt: true,
});

@Injectable()
export class TypeormAccountDirectory extends AccountDirectory {
  constructor(
    private readonly database: Database,
    private readonly nameWords: NameWords,
    private readonly seals: RowSeals,
  ) {
    super();
  }

  async findMany(userIds: readonly string[]): Promise<Map<string, AccountDetails>> {
    if (userIds.length === 0) return new Map();
    const rows = await this.users.find({ select: columns(), where: { id: In([...userIds]) } });
    return new Map((await this.details(rows)).map((account) => [account.id, account]));
  }

  async list(filter: AccountFilter, page: PageRequest): Promise<Page<AccountDetails>> {
    if (filter.by === 'name') return this.listByName(filter.value, page);
    const { items, next } = await readRowPage(this.users, conditionOf(filter), page, columns());
    return { items: await this.details(items), next };
  }

  private async listByName(name: string, page: PageRequest): Promise<Page<AccountDetails>> {
    const { items, next } = await this.nameWords.find(name, page);
    const accounts = await this.findMany(items.map(({ id }) => id));
    return { items: items.flatMap(({ id }) => accounts.get(id) ?? []), next };
  }

  private details(rows: readonly UserRow[]): Promise<AccountDetails[]> {
    return Promise.all(rows.map((row) => toDetails(row, this.seals)));
  }

  private get users() {
    return this.database.repository(UserRow);
  }
}

function conditionOf(filter: Exclude<AccountFilter, { by: 'name' }>): FindOptionsWhere<UserRow> {
  switch (filter.by) {
    case 'all':
      return {};
    case 'email':
      return { email: filter.value.toLowerCase() };
    case 'phone':
      return { phoneNumber: In(phoneSpellings(filter.value)) };
    case 'reference':
      return { referenceId: filter.value.toUpperCase() };
    case 'ids':
      return { id: In([...filter.values]) };
    case 'status':
      return { status: filter.value };
    case 'country':
      return {
        id: Raw((id) => `${id} IN (SELECT user_id FROM login_record WHERE country = :country)`, {
          country: canonicalCountry(filter.value),
        }),
      };
  }
}

/** Addresses are found whole only: their beginnings would reveal them to readers who may not see them. */
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
    const named = await Promise.all([
      this.byNumber(text, limit),
      this.byPhoneBeginning(text, limit),
      this.nameWords.findBeginning(text, limit),
    ]);
    const ids = [...new Set(named.flat())].slice(0, limit);
    const accounts = await this.directory.findMany(ids);
    return ids.flatMap((id) => accounts.get(id) ?? []).map(summaryOf);
  }

  override async similar(text: string, limit: number): Promise<RecordSummary[]> {
    return this.named(await this.nameWords.findSimilar(text, limit));
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return [...(await this.directory.findMany(ids)).values()].map(summaryOf);
  }

  /** The name that payers see. */
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

  /** In the order of the index; sorted by time, all that begin so would be read. */
  private async byPhoneBeginning(text: string, take: number): Promise<string[]> {
    const users = this.database.repository(UserRow);
    const options = { select: { id: true }, order: { phoneNumber: 'ASC' }, take } as const;
    const found = await Promise.all(
      phoneBeginnings(text).map((beginning) => users.find({ ...options, where: { phoneNumber: beginsWith(beginning) } })),
    );
    return found.flat().map(({ id }) => id);
  }
}

function summaryOf({ id, firstName, lastName, email, status, createdAt }: AccountDetails): RecordSummary {
  return { id, title: `${firstName} ${lastName}`.trim(), detail: email, status, userId: id, createdAt };
}

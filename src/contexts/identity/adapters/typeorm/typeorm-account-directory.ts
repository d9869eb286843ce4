import { Injectable } from '@nestjs/common';
import { type FindOptionsSelect, type FindOptionsWhere, In, Raw } from 'typeorm';
import { canonicalCountry } from '../../../../kernel/countries.js';
import { phoneSpellings } from '../../../../kernel/phone-spellings.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { AccountDirectory, type AccountDetails, type AccountFilter } from '../../application/ports/account-directory.js';
import { NameWords } from './name-words.js';
import { toDetails } from './account-mapping.js';
import { UserRow } from './user.row.js';

const COLUMNS: FindOptionsSelect<UserRow> = {
  id: true,
  email: true,
  username: true,
  firstName: true,
  lastName: true,
  phoneNumber: true,
  emailVerified: true,
  phoneVerified: true,
  identityVerified: true,
  referenceId: true,
  referrerId: true,
  isTest: true,
  status: true,
  activeAt: true,
  createdAt: true,
};

@Injectable()
export class TypeormAccountDirectory extends AccountDirectory {
  constructor(
    private readonly database: Database,
    private readonly nameWords: NameWords,
  ) {
    super();
  }

  async findMany(userIds: readonly string[]): Promise<Map<string, AccountDetails>> {
    if (userIds.length === 0) return new Map();
    const rows = await this.users.find({ select: COLUMNS, where: { id: In([...userIds]) } });
    return new Map(rows.map((row) => [row.id, toDetails(row)]));
  }

  async list(filter: AccountFilter, page: PageRequest): Promise<Page<AccountDetails>> {
    if (filter.by === 'name') return this.listByName(filter.value, page);
    const { items, next } = await readRowPage(this.users, conditionOf(filter), page, COLUMNS);
    return { items: items.map(toDetails), next };
  }

  private async listByName(name: string, page: PageRequest): Promise<Page<AccountDetails>> {
    const { items, next } = await this.nameWords.find(name, page);
    const accounts = await this.findMany(items.map(({ id }) => id));
    return { items: items.flatMap(({ id }) => accounts.get(id) ?? []), next };
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

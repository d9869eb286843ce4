import { Injectable } from '@nestjs/common';
import { type FindOptionsSelect, type FindOptionsWhere, In, Raw } from 'typeorm';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { AccountDirectory, type AccountDetails, type AccountFilter } from '../../application/ports/account-directory.js';
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
  referenceId: true,
  referrerId: true,
  isTest: true,
  status: true,
  activeAt: true,
  createdAt: true,
};

@Injectable()
export class TypeormAccountDirectory extends AccountDirectory {
  constructor(private readonly database: Database) {
    super();
  }

  async findMany(userIds: readonly string[]): Promise<Map<string, AccountDetails>> {
    if (userIds.length === 0) return new Map();
    const rows = await this.users.find({ select: COLUMNS, where: { id: In([...userIds]) } });
    return new Map(rows.map((row) => [row.id, toDetails(row)]));
  }

  async list(filter: AccountFilter, page: PageRequest): Promise<Page<AccountDetails>> {
    const { items, next } = await readRowPage(this.users, conditionOf(filter), page, COLUMNS);
    return { items: items.map(toDetails), next };
  }

  private get users() {
    return this.database.repository(UserRow);
  }
}

function conditionOf(filter: AccountFilter): FindOptionsWhere<UserRow> {
  switch (filter.by) {
    case 'all':
      return {};
    case 'email':
      return { email: filter.value.toLowerCase() };
    case 'phone':
      return { phoneNumber: filter.value };
    case 'status':
      return { status: filter.value };
    case 'country':
      return {
        id: Raw((id) => `${id} IN (SELECT user_id FROM login_record WHERE country = :country)`, { country: filter.value }),
      };
  }
}

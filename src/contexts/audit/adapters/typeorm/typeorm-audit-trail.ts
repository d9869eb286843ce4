import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, LessThan, MoreThanOrEqual } from 'typeorm';
import { type Page, type PageRequest, readPage } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { type AuditFilter, AuditTrail, type ListedKind, type StoredAuditRecord } from '../../application/ports.js';
import { StaffAuditRow, StaffReadRow } from './audit.rows.js';

const NEWEST_FIRST = { createdAt: 'DESC', id: 'DESC' } as const;

@Injectable()
export class TypeormAuditTrail extends AuditTrail {
  constructor(private readonly database: Database) {
    super();
  }

  list({ since, reads = false, ...same }: AuditFilter & ListedKind, limit: number): Promise<StoredAuditRecord[]> {
    const where = since === undefined ? same : { ...same, createdAt: MoreThanOrEqual(since) };
    return reads ? this.reads(where, limit) : this.changes(where, limit);
  }

  page(filter: AuditFilter, page: PageRequest): Promise<Page<StoredAuditRecord>> {
    return readPage(page, async (before, limit) => {
      const where = before === undefined ? filter : { ...filter, createdAt: LessThan(before) };
      const found = await Promise.all([this.changes(where, limit), this.reads(where, limit)]);
      return found
        .flat()
        .toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
        .slice(0, limit);
    });
  }

  async removeReads(before: number, limit: number): Promise<number> {
    const rows = this.database.repository(StaffReadRow);
    const select = { id: true } as const;
    const old = await rows.find({ select, where: { createdAt: LessThan(before) }, order: { createdAt: 'ASC' }, take: limit });
    if (old.length > 0) await rows.delete({ id: In(old.map(({ id }) => id)) });
    return old.length;
  }

  private async changes(where: FindOptionsWhere<StaffAuditRow>, take: number): Promise<StoredAuditRecord[]> {
    const rows = await this.database.repository(StaffAuditRow).find({ where, order: NEWEST_FIRST, take });
    return rows.map(({ before, after, ...record }) => ({
      ...record,
      before: fromJson(before),
      after: fromJson(after),
      isRead: false,
    }));
  }

  private async reads(where: FindOptionsWhere<StaffReadRow>, take: number): Promise<StoredAuditRecord[]> {
    const rows = await this.database.repository(StaffReadRow).find({ where, order: NEWEST_FIRST, take });
    return rows.map(({ parameters, ...record }) => ({ ...record, after: fromJson(parameters), isRead: true }));
  }
}

function fromJson(text: string | null): unknown {
  return text === null ? undefined : JSON.parse(text);
}

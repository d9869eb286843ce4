import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { SystemLogBook, type SystemLogFilter } from '../../application/ports/system-log-book.js';
import type { SystemLog } from '../../domain/system-log.js';
import { SystemLogRow } from './system-log.row.js';

@Injectable()
export class TypeormSystemLogBook extends SystemLogBook {
  constructor(private readonly database: Database) {
    super();
  }

  async find(id: string): Promise<SystemLog | undefined> {
    return (await this.rows.findOneBy({ id })) ?? undefined;
  }

  list(filter: SystemLogFilter, page: PageRequest): Promise<Page<SystemLog>> {
    const where = filter as { kind?: SystemLog['kind']; id?: string };
    return readRowPage(this.rows, where, page);
  }

  async close(id: string, status: 'resolved' | 'ignored'): Promise<boolean> {
    const { affected } = await this.rows.update({ id, status: 'open' }, { status });
    return affected === 1;
  }

  private get rows() {
    return this.database.repository(SystemLogRow);
  }
}

import { Injectable } from '@nestjs/common';
import { exactText } from '../../../../kernel/exact-text.js';
import { kobo } from '../../../../kernel/money.js';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { COMMITTED_AT, type RowInsert } from '../../../../kernel/row-changes.js';
import { Database } from '../../../../platform/database/database.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { tableOf } from '../../../../platform/database/table.js';
import { type RecordedSettlement, type SettlementFilter, Settlements } from '../../application/ports.js';
import type { Settlement } from '../../domain/settlement.js';
import { SettlementRow } from './settlement.row.js';

const TABLE = tableOf(SettlementRow);

@Injectable()
export class TypeormSettlements extends Settlements {
  constructor(private readonly database: Database) {
    super();
  }

  record(settlement: RecordedSettlement): RowInsert {
    const { id, kind, provider, debited, credited, account, bank, amountKobo, reference, valued } = settlement;
    const about = { id, kind, provider, debited, credited, account, bank };
    return TABLE.insert({ ...about, amountKobo, reference, valued, createdAt: COMMITTED_AT });
  }

  isUsed(reference: string): Promise<boolean> {
    return this.rows.existsBy({ reference: exactText(reference) });
  }

  async list(filter: SettlementFilter, page: PageRequest): Promise<Page<Settlement>> {
    const { items, next } = await readRowPage(this.rows, filter, page);
    return { items: items.map(toSettlement), next };
  }

  private get rows() {
    return this.database.repository(SettlementRow);
  }
}

function toSettlement({ debited: _debited, credited: _credited, amountKobo, ...row }: SettlementRow): Settlement {
  return { ...row, amountKobo: kobo(amountKobo) };
}

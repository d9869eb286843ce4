import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../kernel/registry.js';
import { type RecordSummary, StaffRecords } from '../../../kernel/staff-records.js';
import type { Biller } from '../domain/catalogue.js';
import { Catalogue } from './ports.js';

/** Billers, by their id or by what their name begins with; from memory. */
@Injectable()
@Contributes(StaffRecords)
export class FoundBillers extends StaffRecords {
  override readonly kind = 'biller';
  override readonly permission = 'offerControl.getDataList';

  constructor(private readonly catalogue: Catalogue) {
    super();
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    const wanted = text.toLowerCase();
    const { activeBillers } = await this.catalogue.recent();
    const found = activeBillers.filter(({ billerId, name }) => billerId === text || name.toLowerCase().startsWith(wanted));
    return found.slice(0, limit).map(summaryOf);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    const catalogue = await this.catalogue.recent();
    return ids.flatMap((id) => catalogue.biller(id) ?? []).map(summaryOf);
  }

  /** Everybody may see what is sold. */
  override nameForAll({ title }: RecordSummary): string {
    return title;
  }
}

function summaryOf({ billerId: id, name, categoryId: detail, status, createdAt }: Biller): RecordSummary {
  return { id, title: name, detail, status, userId: '', createdAt };
}

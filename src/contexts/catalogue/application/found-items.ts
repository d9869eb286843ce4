import { Injectable } from '@nestjs/common';
import { Contributes } from '../../../kernel/registry.js';
import { type RecordSummary, StaffRecords } from '../../../kernel/staff-records.js';
import type { Item } from '../domain/catalogue.js';
import { Catalogue } from './ports.js';

/** What billers sell, by its id or by what its name begins with; from memory. */
@Injectable()
@Contributes(StaffRecords)
export class FoundItems extends StaffRecords {
  override readonly kind = 'item';
  override readonly permission = 'offerControl.getDataList';

  constructor(private readonly catalogue: Catalogue) {
    super();
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    const wanted = text.toLowerCase();
    const { activeItems } = await this.catalogue.recent();
    const found = activeItems.filter(({ itemId, name }) => itemId === text || name.toLowerCase().startsWith(wanted));
    return found.slice(0, limit).map(summaryOf);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    const catalogue = await this.catalogue.recent();
    return ids.flatMap((id) => catalogue.item(id) ?? []).map(summaryOf);
  }

  /** Everybody may see what is sold. */
  override nameForAll({ title }: RecordSummary): string {
    return title;
  }
}

function summaryOf({ itemId: id, name, billerId: detail, status, createdAt }: Item): RecordSummary {
  return { id, title: name, detail, status, userId: '', createdAt };
}

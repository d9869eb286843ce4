import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { CatalogueEntries } from '../../application/ports.js';
import { BillerRow, ItemRow } from './catalogue.rows.js';

@Injectable()
export class TypeormCatalogueEntries extends CatalogueEntries {
  constructor(private readonly database: Database) {
    super();
  }

  async has(id: string): Promise<boolean> {
    const [isItem, isBiller] = await Promise.all([
      this.database.repository(ItemRow).existsBy({ itemId: id }),
      this.database.repository(BillerRow).existsBy({ billerId: id }),
    ]);
    return isItem || isBiller;
  }

  async itemsAdded(): Promise<{ createdAt: number; items: number }[]> {
    const moments = await this.database
      .repository(ItemRow)
      .createQueryBuilder('item')
      .select('item.createdAt', 'createdAt')
      .addSelect('COUNT(*)', 'items')
      .groupBy('item.createdAt')
      .getRawMany<{ createdAt: number | string; items: number | string }>();
    return moments.map(({ createdAt, items }) => ({ createdAt: Number(createdAt), items: Number(items) }));
  }
}

import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { type Page, type PageRequest, readPage } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { AdViews } from '../../application/ports/ad-views.js';
import type { AdView } from '../../domain/visit.js';
import { AdViewRow } from './visit.rows.js';

const NEWEST_FIRST = { createdAt: 'DESC', id: 'DESC' } as const;

@Injectable()
export class TypeormAdViews extends AdViews {
  constructor(private readonly database: Database) {
    super();
  }

  async add(view: AdView): Promise<void> {
    await this.rows
      .createQueryBuilder()
      .insert()
      .values(view)
      // Seen before on this day; rewriting the ad with itself leaves the first entry as it is.
      .orUpdate(['ad_id'], ['day', 'ad_id', 'device_serial'])
      .updateEntity(false)
      .execute();
  }

  list(page: PageRequest): Promise<Page<AdView>> {
    return readPage(
      page,
      (before, take) =>
        this.rows.find({ where: before === undefined ? {} : { createdAt: LessThan(before) }, order: NEWEST_FIRST, take }),
      (createdAt) => this.rows.find({ where: { createdAt }, order: NEWEST_FIRST }),
    );
  }

  private get rows() {
    return this.database.repository(AdViewRow);
  }
}

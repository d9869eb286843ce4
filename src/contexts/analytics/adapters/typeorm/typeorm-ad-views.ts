import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { AdViews } from '../../application/ports.js';
import type { AdView } from '../../domain/visit.js';
import { AdViewRow } from './analytics.rows.js';

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
    return readRowPage(this.rows, {}, page);
  }

  private get rows() {
    return this.database.repository(AdViewRow);
  }
}

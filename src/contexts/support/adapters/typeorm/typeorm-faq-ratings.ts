import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { Database } from '../../../../platform/database/database.js';
import { FaqRatings } from '../../application/ports.js';
import type { FaqRating } from '../../domain/faq.js';
import { FaqRatingRow, FaqToggleRow } from './support.rows.js';

@Injectable()
export class TypeormFaqRatings extends FaqRatings {
  constructor(private readonly database: Database) {
    super();
  }

  async find(faqId: string, userId: string): Promise<FaqRating | undefined> {
    return (await this.database.repository(FaqRatingRow).findOneBy({ faqId, userId })) ?? undefined;
  }

  list(faqId: string, page: PageRequest): Promise<Page<FaqRating>> {
    return readRowPage(this.database.repository(FaqRatingRow), { faqId }, page);
  }

  async put(rating: FaqRating): Promise<void> {
    await this.database.repository(FaqRatingRow).save({ ...rating });
  }

  async lockToggles(userId: string): Promise<readonly number[]> {
    const { dialect, manager } = this.database;
    const onDuplicate = dialect === 'mysql' ? 'ON DUPLICATE KEY UPDATE user_id = user_id' : 'ON CONFLICT DO NOTHING';
    // The upsert locks the row whether or not it exists.
    await manager.query(`INSERT INTO faq_toggle (user_id, times) VALUES (?, '[]') ${onDuplicate}`, [userId]);
    const { times } = await this.toggles.findOneByOrFail({ userId });
    return JSON.parse(times) as number[];
  }

  async setToggles(userId: string, times: readonly number[]): Promise<void> {
    await this.toggles.update({ userId }, { times: JSON.stringify(times) });
  }

  private get toggles() {
    return this.database.repository(FaqToggleRow);
  }
}

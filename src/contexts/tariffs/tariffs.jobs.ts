import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '../../kernel/clock.js';
import type { Events } from '../../kernel/events.js';
import { SqlGauges } from '../../platform/database/sql-gauges.js';
import { Every, OnEvent } from '../../platform/queue/job-queue.js';
import { FreeBeyondLimit } from './beyond-limit.js';
import { ReviewTariffs } from './tariff-changes.js';

@Injectable()
export class TariffsJobs {
  constructor(
    private readonly reviewTariffs: ReviewTariffs,
    private readonly freeBeyondLimit: FreeBeyondLimit,
    gauges: SqlGauges,
  ) {
    const help = 'Tariffs in force whose day of review is over, by kind';
    gauges.addReading('kind', 'harmattan_tariffs_past_review', help, async () => {
      const kinds = (await this.reviewTariffs.overdue()).map(({ kind }) => kind);
      return new Map(kinds.map((kind) => [kind, kinds.filter((each) => each === kind).length]));
    });
  }

  @Every(HOUR_MS, 'tariffs.review')
  review(): Promise<void> {
    return this.reviewTariffs.tell();
  }

  @OnEvent('identity.verified')
  free({ userId }: Events['identity.verified']): Promise<void> {
    return this.freeBeyondLimit.execute(userId);
  }
}

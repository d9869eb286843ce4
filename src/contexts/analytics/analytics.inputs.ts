import { Before, Count, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ListInput } from '../../platform/http/list-input.js';
import { SortedBy } from '../../platform/http/list-keys.js';
import { VISIT_KEYS } from './analytics.presenters.js';
import type { NewAdView } from './application/record-ad-view.js';
import type { VisitorDevice } from './application/record-visit.js';

export class AdLogInput {
  @Text() adsxid: string;
  @Text() dvtype: string;
  @Text() dvserial: string;
  @Optional() @Text() dvname?: string;
  @Optional() @Text() city?: string;
  @Optional() @Text() country?: string;
  @Optional() @Text() source_id?: string;

  get ad(): NewAdView {
    const device = { name: this.dvname ?? '', type: this.dvtype, serial: this.dvserial };
    return { adId: this.adsxid, sourceId: this.source_id ?? '', device, country: this.country, city: this.city };
  }
}

export class VisitInput {
  @Optional() @Text() dvnm?: string;
  @Text() dvty: string;
  @Text() dsnm: string;

  get device(): VisitorDevice {
    return { name: this.dvnm ?? '', type: this.dvty, serial: this.dsnm };
  }
}

export class LogFetchInput {
  @Optional() @Before() page?: number;
  @Optional() @Count({ min: 1, max: 100, default: 15 }) pnum: number;
}

@SortedBy(VISIT_KEYS)
export class WholeVisitsInput extends ListInput {}

export const STATISTICS = [
  'monthly_stats',
  'active_users',
  'trade_volume',
  'new_users',
  'trade_country',
  'weekly_stats',
  'active_order',
] as const;

export type Statistic = (typeof STATISTICS)[number];

export class StatisticInput {
  @RequestType(STATISTICS) rqtp: Statistic;
  @Optional() @Before() page?: number;
}

export class DashboardInput {
  @RequestType(['day', 'week', 'month']) rqtp: 'day' | 'week' | 'month';
}

export class PageInput {
  @Optional() @Before() page?: number;
}

import { Before, Count, Optional, RequestType, Text } from '../../platform/http/input.decorators.js';
import { ListInput, pageOrWhole } from '../../platform/http/list-input.js';
import { SortedBy } from '../../platform/http/list-keys.js';
import { VISIT_KEYS, presentAdView, presentVisit } from './analytics.presenters.js';
import { type NewAdView, type VisitorDevice, Visits, maskAdView, maskVisit } from './visits.js';
import { Injectable } from '@nestjs/common';
import type { Caller, Visitor } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import type { Page } from '../../kernel/pagination.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { comment, pageOf, pageOrFileOf } from '../../platform/http/presenting.js';
import { analyticsFailures } from './statistics.js';

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

/** The grant that shows data of single devices. */
const SEES_EVERYTHING = 'otherControl.otherAccess';

@Injectable()
export class AnalyticsOperations {
  constructor(private readonly visits: Visits) {}

  @Operation('ads_log_create', {
    method: 'POST',
    access: 'none',
    missing: null,
    // The documents give it neither ID nor CODE.
    fault: { code: null, id: null },
    present: comment('The ad was logged'),
    summary: 'Notes that a device showed an ad; once for an ad, device and day.',
  })
  async logAd({ ad }: AdLogInput, { ip }: Visitor) {
    await this.visits.recordAdView(ad, ip);
  }

  @Operation('ads_log_fetch', {
    method: 'GET',
    access: 'signed',
    failures: [on(analyticsFailures.no_record, { code: 400 })],
    present: pageOf(presentAdView),
    summary: 'Ad logs, newest first; serial numbers are masked but for staff who may see them.',
  })
  async fetchAds({ page, pnum }: LogFetchInput, caller: Caller) {
    const views = await this.visits.listAdViews({ before: page, size: pnum });
    return maySeeEverything(caller) ? notEmpty(views) : masked(notEmpty(views), maskAdView);
  }

  @Operation('visitor_log_create', {
    method: 'GET',
    access: 'none',
    effect: 'write',
    missing: null,
    fault: { code: null },
    present: comment('The visit was logged'),
    summary: 'Notes a visitor; once for an address and day. IP geolocation by DB-IP, https://db-ip.com',
  })
  async logVisit({ device }: VisitInput, { ip }: Visitor) {
    await this.visits.record(ip, device);
  }

  @Operation('visitor_log_fetch', {
    method: 'GET',
    access: 'signed',
    unauthenticated: { code: 401, details: 'Access Denied' },
    failures: [on(analyticsFailures.no_record, { code: 403 })],
    present: pageOf(presentVisit),
    summary: 'Visitor logs, newest first; addresses and serial numbers are masked but for staff who may see them.',
  })
  async fetchVisits({ page, pnum }: LogFetchInput, caller: Caller) {
    const visits = await this.visits.list({ before: page, size: pnum });
    return maySeeEverything(caller) ? notEmpty(visits) : masked(notEmpty(visits), maskVisit);
  }

  @Operation('other_visitor_log_fetch', {
    method: 'GET',
    access: 'admin',
    permission: SEES_EVERYTHING,
    forbidden: { code: 400 },
    reads: ({ format }: WholeVisitsInput) => (format === 'csv' ? 'visitors' : undefined),
    failures: [on(analyticsFailures.no_record, { code: 401 })],
    present: pageOrFileOf('visitors', presentVisit),
    summary: 'Visitor logs with everything in them, newest first.',
  })
  async fetchWholeVisits(input: WholeVisitsInput) {
    return notEmpty(await pageOrWhole(input, VISIT_KEYS, (request) => this.visits.list(request)));
  }
}

function maySeeEverything({ grants }: Caller): boolean {
  return grants?.has(SEES_EVERYTHING) ?? false;
}

function notEmpty<Found extends Page<unknown>>(page: Found): Found {
  if (page.items.length === 0) throw new Failure(analyticsFailures.no_record);
  return page;
}

function masked<Item>({ items, next }: Page<Item>, mask: (item: Item) => Item): Page<Item> {
  return { items: items.map(mask), next };
}

import { Injectable } from '@nestjs/common';
import type { Caller, Visitor } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import type { Page } from '../../kernel/pagination.js';
import { on, Operation } from '../../platform/http/operation.decorator.js';
import { AdLogInput, LogFetchInput, VisitInput } from './analytics.inputs.js';
import { presentAdView, presentVisit } from './analytics.presenters.js';
import { AdViews } from './application/ports/ad-views.js';
import { Visits } from './application/ports/visits.js';
import { RecordAdView } from './application/record-ad-view.js';
import { RecordVisit } from './application/record-visit.js';
import { analyticsFailures } from './domain/analytics.failures.js';

/** Who may see what belongs to single devices. */
const SEES_EVERYTHING = 'otherControl.otherAccess';

/** Logs of ads and of visitors. */
@Injectable()
export class AnalyticsOperations {
  constructor(
    private readonly recordAdView: RecordAdView,
    private readonly recordVisit: RecordVisit,
    private readonly adViews: AdViews,
    private readonly visits: Visits,
  ) {}

  @Operation('ads_log_create', {
    method: 'POST',
    access: 'none',
    missing: null,
    fault: { code: null },
    summary: 'Notes that a device showed an ad; once for an ad, device and day.',
  })
  async logAd({ ad }: AdLogInput, { ip }: Visitor) {
    await this.recordAdView.execute(ad, ip);
    return { COMMENT: 'The ad was logged' };
  }

  @Operation('ads_log_fetch', {
    method: 'GET',
    access: 'signed',
    failures: [on(analyticsFailures.no_record, { code: 400 })],
    summary: 'Ad logs, newest first; serial numbers are masked but for staff who may see them.',
  })
  async fetchAds({ page, pnum }: LogFetchInput, caller: Caller) {
    const isMasked = !caller.grants?.has(SEES_EVERYTHING);
    return present(await this.adViews.list({ before: page, size: pnum }), (view) => presentAdView(view, isMasked));
  }

  @Operation('visitor_log_create', {
    method: 'GET',
    access: 'none',
    effect: 'write',
    missing: null,
    fault: { code: null },
    summary: 'Notes a visitor; once for an address and day. IP geolocation by DB-IP, https://db-ip.com',
  })
  async logVisit({ device }: VisitInput, { ip }: Visitor) {
    await this.recordVisit.execute(ip, device);
    return { COMMENT: 'The visit was logged' };
  }

  @Operation('visitor_log_fetch', {
    method: 'GET',
    access: 'signed',
    unauthenticated: { code: 401, details: 'Access Denied' },
    failures: [on(analyticsFailures.no_record, { code: 403 })],
    summary: 'Visitor logs, newest first; addresses and serial numbers are masked but for staff who may see them.',
  })
  async fetchVisits({ page, pnum }: LogFetchInput, caller: Caller) {
    const isMasked = !caller.grants?.has(SEES_EVERYTHING);
    return present(await this.visits.list({ before: page, size: pnum }), (visit) => presentVisit(visit, isMasked));
  }

  @Operation('other_visitor_log_fetch', {
    method: 'GET',
    access: 'admin',
    permission: SEES_EVERYTHING,
    forbidden: { code: 400 },
    failures: [on(analyticsFailures.no_record, { code: 401 })],
    summary: 'Visitor logs with everything in them, newest first.',
  })
  async fetchWholeVisits({ page, pnum }: LogFetchInput) {
    return present(await this.visits.list({ before: page, size: pnum }), (visit) => presentVisit(visit, false));
  }
}

function present<Item, Shown>({ items, next }: Page<Item>, show: (item: Item) => Shown) {
  if (items.length === 0) throw new Failure(analyticsFailures.no_record);
  return { result: items.map(show), pagination: next === undefined ? '' : String(next) };
}

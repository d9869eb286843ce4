import { Entity, Index } from 'typeorm';
import {
  CountColumn,
  IdColumn,
  KoboColumn,
  PrimaryIdColumn,
  TextColumn,
  TimeColumn,
} from '../../../../platform/database/columns.js';
import type { Span } from '../../domain/calendar.js';
import type { DeviceKind } from '../../domain/device.js';

@Entity('statistic')
@Index('statistic_country', ['span', 'country', 'start'])
export class StatisticRow {
  @TextColumn('span', 5, { primary: true }) span: Span;
  @TextColumn('start_day', 10, { primary: true }) start: string;
  /** ISO code, or ALL. */
  @TextColumn('country_code', 3, { primary: true }) country: string;
  @CountColumn('new_users', { default: 0 }) newUsers: number;
  @CountColumn('new_visitors', { default: 0 }) newVisitors: number;
  @CountColumn('active_users', { default: 0 }) activeUsers: number;
  @CountColumn('new_products', { default: 0 }) newProducts: number;
  @CountColumn('purchases', { default: 0 }) purchases: number;
  @CountColumn('completed', { default: 0 }) completed: number;
  @KoboColumn('volume_kobo', { default: 0 }) volumeKobo: number;
  @KoboColumn('revenue_kobo', { default: 0 }) revenueKobo: number;
  @CountColumn('mobiles', { default: 0 }) mobiles: number;
  @CountColumn('computers', { default: 0 }) computers: number;
}

@Entity('counted_user')
@Index('counted_user_day', ['day', 'country'])
export class CountedUserRow {
  @PrimaryIdColumn('user_id') userId: string;
  @TextColumn('day', 10) day: string;
  @TextColumn('country_code', 3) country: string;
}

@Entity('counted_purchase')
@Index('counted_purchase_day', ['day'])
export class CountedPurchaseRow {
  @PrimaryIdColumn('purchase_id') purchaseId: string;
  @TextColumn('day', 10) day: string;
  @TextColumn('country_code', 3) country: string;
  @CountColumn('completed') completed: number;
  @KoboColumn('volume_kobo') volumeKobo: number;
  @KoboColumn('revenue_kobo') revenueKobo: number;
}

@Entity('active_user')
export class ActiveUserRow {
  @TextColumn('span', 5, { primary: true }) span: Span;
  @TextColumn('start_day', 10, { primary: true }) start: string;
  @IdColumn('user_id', { primary: true }) userId: string;
}

export const STATISTIC_ROWS = [StatisticRow, CountedUserRow, CountedPurchaseRow, ActiveUserRow];

@Entity('visitor_log')
@Index('visitor_log_once', ['day', 'ip'], { unique: true })
@Index('visitor_log_recorded', ['createdAt'])
@Index('visitor_log_device', ['deviceSerial'])
@Index('visitor_log_figures', ['day', 'countryCode', 'deviceKind'])
export class VisitRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('day', 10) day: string;
  @TextColumn('ip', 64) ip: string;
  @TextColumn('country_code', 3) countryCode: string;
  @TextColumn('country') country: string;
  @TextColumn('region') region: string;
  @TextColumn('city') city: string;
  @TextColumn('device_name') deviceName: string;
  @TextColumn('device_type') deviceType: string;
  @TextColumn('device_serial') deviceSerial: string;
  @TextColumn('device_kind', 16) deviceKind: DeviceKind;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('ad_log')
@Index('ad_log_once', ['day', 'adId', 'deviceSerial'], { unique: true })
@Index('ad_log_recorded', ['createdAt'])
@Index('ad_log_device', ['deviceSerial'])
export class AdViewRow {
  @PrimaryIdColumn() id: string;
  @TextColumn('day', 10) day: string;
  @TextColumn('ad_id') adId: string;
  @TextColumn('source_id') sourceId: string;
  @TextColumn('country') country: string;
  @TextColumn('city') city: string;
  @TextColumn('device_name') deviceName: string;
  @TextColumn('device_type') deviceType: string;
  @TextColumn('device_serial') deviceSerial: string;
  @TimeColumn('recorded') createdAt: number;
}

export const VISIT_ROWS = [VisitRow, AdViewRow];

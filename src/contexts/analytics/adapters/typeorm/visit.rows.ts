import { Entity, Index } from 'typeorm';
import { PrimaryIdColumn, TextColumn, TimeColumn } from '../../../../platform/database/columns.js';
import type { DeviceKind } from '../../domain/device.js';

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

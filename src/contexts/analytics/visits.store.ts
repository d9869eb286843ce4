import { Entity, Index, In } from 'typeorm';
import { PrimaryIdColumn, TextColumn, TimeColumn } from '../../platform/database/columns.js';
import { type DeviceKind, type AdView, VisitStore, deviceKind, visitFigures, type Visit } from './visits.js';
import { record } from '../../platform/database/record.js';
import { Injectable } from '@nestjs/common';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { Database } from '../../platform/database/database.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { isDuplicate } from '../../platform/database/errors.js';
import { BatchWriter } from '../../platform/database/batch-writer.js';
import { UNKNOWN_COUNTRY } from '../location/index.js';
import { Statistics, PeriodCounter } from './statistics.js';

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

@Injectable()
export class TypeormVisitStore extends VisitStore {
  /** Concurrent visits are written and counted by one statement, because they would wait for the lock of the day's counters. */
  private readonly batch = new BatchWriter<Visit>((visits) => this.write(visits));

  constructor(
    private readonly database: Database,
    private readonly statistics: Statistics,
  ) {
    super();
  }

  exists(ip: string, day: string): Promise<boolean> {
    return this.rows.existsBy({ day, ip });
  }

  async add(visit: Visit): Promise<void> {
    try {
      await this.batch.add(visit);
    } catch (error) {
      // Another process wrote the day's entry concurrently; a retry finds it.
      if (!isDuplicate(error)) throw error;
    }
  }

  list(page: PageRequest): Promise<Page<Visit>> {
    return readRowPage(this.rows, {}, page);
  }

  async addAdView(view: AdView): Promise<void> {
    await this.adViews
      .createQueryBuilder()
      .insert()
      .values(view)
      // Seen before on this day; rewriting the ad with itself leaves the first entry as it is.
      .orUpdate(['ad_id'], ['day', 'ad_id', 'device_serial'])
      .updateEntity(false)
      .execute();
  }

  listAdViews(page: PageRequest): Promise<Page<AdView>> {
    return readRowPage(this.adViews, {}, page);
  }

  private async write(visits: readonly Visit[]): Promise<void> {
    await this.database.transaction(async () => {
      const first = new Map(visits.toReversed().map((visit) => [keyOf(visit), visit]));
      for (const known of await this.known(visits)) first.delete(keyOf(known));
      const fresh = [...first.values()].map((visit) => ({ ...visit, deviceKind: deviceKind(visit.deviceType) }));
      if (fresh.length === 0) return;
      await this.rows.insert(fresh);
      const tally = new PeriodCounter();
      for (const { day, countryCode, deviceKind: kind } of fresh)
        tally.addToDay(day, countryCode || UNKNOWN_COUNTRY, visitFigures(kind, 1));
      await this.statistics.add(tally);
    });
  }

  private known(visits: readonly Visit[]): Promise<VisitRow[]> {
    const days = [...new Set(visits.map(({ day }) => day))];
    return this.rows.find({
      select: { day: true, ip: true, id: true },
      where: days.map((day) => ({ day, ip: In(visits.filter((visit) => visit.day === day).map(({ ip }) => ip)) })),
    });
  }

  private get rows() {
    return this.database.repository(VisitRow);
  }

  private get adViews() {
    return this.database.repository(AdViewRow);
  }
}

function keyOf({ day, ip }: Pick<Visit, 'day' | 'ip'>): string {
  return `${day} ${ip}`;
}

/** The counts of visits and ad views stay. */
export const VISIT_RECORDS = [
  record(VisitRow, { ofUser: ({ deviceSerials }) => deviceSerials.map((deviceSerial) => ({ deviceSerial })) }),
  record(AdViewRow, { ofUser: ({ deviceSerials }) => deviceSerials.map((deviceSerial) => ({ deviceSerial })) }),
];

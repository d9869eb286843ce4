import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Page, PageRequest } from '../../../../kernel/pagination.js';
import { Database } from '../../../../platform/database/database.js';
import { readRowPage } from '../../../../platform/database/read-row-page.js';
import { isDuplicate } from '../../../../platform/database/errors.js';
import { BatchWriter } from '../../../../platform/database/batch-writer.js';
import { UNKNOWN_COUNTRY } from '../../../location/index.js';
import { Statistics, Visits } from '../../application/ports.js';
import { deviceKind, visitFigures } from '../../domain/device.js';
import { PeriodCounter } from '../../domain/period-counter.js';
import type { Visit } from '../../domain/visit.js';
import { VisitRow } from './analytics.rows.js';

@Injectable()
export class TypeormVisits extends Visits {
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
}

function keyOf({ day, ip }: Pick<Visit, 'day' | 'ip'>): string {
  return `${day} ${ip}`;
}

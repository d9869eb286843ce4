import { Injectable } from '@nestjs/common';
import { lagosDate } from '../../../kernel/lagos-time.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { CatalogueEntries } from '../../catalogue/index.js';
import { periodOf, periodsOf } from '../domain/calendar.js';
import { ALL_COUNTRIES, PeriodCounter } from '../domain/period-counter.js';
import { Statistics } from './ports.js';

/** Counts new catalogue items by day. Items have no country. */
@Injectable()
export class CountProducts {
  constructor(
    private readonly catalogue: CatalogueEntries,
    private readonly statistics: Statistics,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Sets the statistics to the catalogue's figures. */
  async execute(): Promise<void> {
    const added = await this.byDay();
    const counted = await this.statistics.find([...added.keys()].map((day) => periodOf('day', day)));
    const known = new Map(counted.map(({ start, figures }) => [start, figures.newProducts]));
    for (const [day, items] of added) if (known.get(day) !== items) await this.count(day);
  }

  async byDay(): Promise<Map<string, number>> {
    const days = new Map<string, number>();
    for (const { createdAt, items } of await this.catalogue.itemsAdded()) {
      const day = lagosDate(createdAt);
      days.set(day, (days.get(day) ?? 0) + items);
    }
    return days;
  }

  private count(day: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      const today = periodOf('day', day);
      await this.statistics.lock([today]);
      const added = (await this.byDay()).get(day) ?? 0;
      const [counted] = await this.statistics.find([today]);
      const tally = new PeriodCounter();
      const newProducts = added - (counted?.figures.newProducts ?? 0);
      for (const period of periodsOf(day)) tally.add(period, ALL_COUNTRIES, { newProducts });
      await this.statistics.add(tally);
    });
  }
}

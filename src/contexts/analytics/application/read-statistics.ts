import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { lagosDate } from '../../../kernel/lagos-time.js';
import type { Page, PageRequest } from '../../../kernel/pagination.js';
import { PurchaseSummaries } from '../../purchases/index.js';
import { OpenDeposits } from '../../deposits/index.js';
import { Registrations } from '../../sign-in/index.js';
import { latest, type Period, periodOf, previous, type Span } from '../domain/calendar.js';
import { type Figures, ZERO_FIGURES } from '../domain/figures.js';
import type { PeriodFigures } from '../domain/period-counter.js';
import { type RecordedFigures, Statistics } from './ports.js';

const MONTHS = 12;
const WEEKS = 4;

export interface Compared {
  readonly current: Figures;
  readonly previous: Figures;
}

export type ComparedWeek = PeriodFigures & Pick<Compared, 'previous'>;

/** The statistics as shown to staff; reads counters only. */
@Injectable()
export class ReadStatistics {
  constructor(
    private readonly statistics: Statistics,
    private readonly openDeposits: OpenDeposits,
    private readonly summaries: PurchaseSummaries,
    private readonly registrations: Registrations,
    private readonly clock: Clock,
  ) {}

  /** The last twelve months, newest first, including the current one. */
  async months(): Promise<PeriodFigures[]> {
    return newestFirst(await this.statistics.find(latest(this.present('month'), MONTHS)));
  }

  /** The current month so far, and the whole of the last one. */
  async thisMonth(): Promise<Compared> {
    const month = this.present('month');
    return compare(await this.statistics.find([month, previous(month)]), month);
  }

  /** Countries with purchases this month, the highest volume first. */
  async tradeByCountry(): Promise<PeriodFigures[]> {
    const countries = await this.statistics.ofCountries(this.present('month'));
    return countries
      .filter(({ figures }) => figures.purchases > 0)
      .toSorted((one, other) => other.figures.volumeKobo - one.figures.volumeKobo);
  }

  /** The latest four weeks, newest first, each with the week before it. */
  async weeks(): Promise<ComparedWeek[]> {
    const weeks = latest(this.present('week'), WEEKS + 1);
    const found = newestFirst(await this.statistics.find(weeks));
    return found
      .filter(({ start }) => start > weeks[WEEKS]!.start)
      .map((week) => ({ ...week, previous: compare(found, week).previous }));
  }

  listDays(page: PageRequest): Promise<Page<RecordedFigures>> {
    return this.statistics.list('day', page);
  }

  listWeeksOfCountries(page: PageRequest): Promise<Page<RecordedFigures>> {
    return this.statistics.listOfCountries('week', page);
  }

  async openOrders(): Promise<{ deposits: number; purchases: number }> {
    const testAccounts = await this.registrations.testAccounts();
    // Test accounts cannot purchase.
    const [deposits, purchases] = await Promise.all([this.openDeposits.count(testAccounts), this.summaries.countOpen()]);
    return { deposits, purchases };
  }

  private present(span: Span): Period {
    return periodOf(span, lagosDate(this.clock.now()));
  }
}

function newestFirst(found: readonly PeriodFigures[]): PeriodFigures[] {
  return found.toSorted((one, other) => (one.start < other.start ? 1 : -1));
}

function compare(found: readonly PeriodFigures[], period: Period): Compared {
  const figuresOf = ({ start }: Period) => found.find((each) => each.start === start)?.figures ?? ZERO_FIGURES;
  return { current: figuresOf(period), previous: figuresOf(previous(period)) };
}

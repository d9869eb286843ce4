import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { lagosDate } from '../../../kernel/lagos-time.js';
import { latest, type Period, periodOf, type Span, startMs } from '../domain/calendar.js';
import { type Figures, sum, ZERO_FIGURES } from '../domain/figures.js';
import { ALL_COUNTRIES, type PeriodFigures } from '../domain/period-counter.js';
import { Statistics } from './ports.js';
import { type Earnings, ShowEarnings } from './show-earnings.js';

const PERIODS: Readonly<Record<Span, number>> = { day: 30, week: 12, month: 12 };

/** Periods in order of time, with their sums. */
export interface PeriodSeries {
  readonly periods: readonly PeriodFigures[];
  readonly totals: Figures;
}

/** The latest periods, the current one included, and as many before them. */
export interface Dashboard {
  readonly span: Span;
  readonly latest: PeriodSeries;
  readonly before: PeriodSeries;
  readonly earned: Earnings;
  readonly earnedBefore: Earnings;
}

/** How the service fares, from counters by primary key. */
@Injectable()
export class ShowDashboard {
  constructor(
    private readonly statistics: Statistics,
    private readonly showEarnings: ShowEarnings,
    private readonly clock: Clock,
  ) {}

  async execute(span: Span): Promise<Dashboard> {
    const count = PERIODS[span];
    const periods = latest(periodOf(span, lagosDate(this.clock.now())), 2 * count).toReversed();
    const begins = [periods[0]!, periods[count]!].map(startMs);
    const [earnedBefore, earned] = await this.showEarnings.execute([...begins, this.clock.now() + 1]);
    const found = new Map((await this.statistics.find(periods)).map((each) => [each.start, each.figures]));
    const figuresOf = (period: Period): PeriodFigures => ({
      ...period,
      country: ALL_COUNTRIES,
      figures: found.get(period.start) ?? ZERO_FIGURES,
    });
    return {
      span,
      latest: seriesOf(periods.slice(count).map(figuresOf)),
      before: seriesOf(periods.slice(0, count).map(figuresOf)),
      earned: earned!,
      earnedBefore: earnedBefore!,
    };
  }
}

function seriesOf(periods: readonly PeriodFigures[]): PeriodSeries {
  return { periods, totals: totalsOf(periods.map(({ figures }) => figures)) };
}

/** A user is active in many periods, so their average is all that can be said of them. */
function totalsOf(figures: readonly Figures[]): Figures {
  const totals = figures.reduce<Figures>(sum, ZERO_FIGURES);
  return { ...totals, activeUsers: Math.round(totals.activeUsers / figures.length) };
}

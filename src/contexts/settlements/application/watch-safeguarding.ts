import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { addDays, lagosDate } from '../../../kernel/lagos-time.js';
import { formatNaira } from '../../../kernel/money.js';
import { SystemLogs } from '../../system-logs/index.js';
import { ShowSafeguarding, type ShownSafeguarding } from './show-safeguarding.js';

/** Looks once for each day that is over whether the money of users was there at its end, and tells staff where it was not. */
@Injectable()
export class WatchSafeguarding {
  /** Of the last day that was looked at; undefined before the first. */
  last: ShownSafeguarding | undefined;

  constructor(
    private readonly showSafeguarding: ShowSafeguarding,
    private readonly systemLogs: SystemLogs,
    private readonly clock: Clock,
  ) {}

  /** Undefined where the day was looked at before. */
  async execute(): Promise<ShownSafeguarding | undefined> {
    const day = addDays(lagosDate(this.clock.now()), -1);
    if (this.last?.day === day) return undefined;
    const shown = await this.showSafeguarding.execute(day);
    const { differenceKobo } = shown;
    if (differenceKobo < 0)
      await this.systemLogs.record({
        kind: 'error',
        key: `safeguarding:${day}`,
        description: `At the end of ${day} banks and providers had ${formatNaira(-differenceKobo)} less than is owed to users. control_safeguarding_fetch shows where; reconcile banks and providers.`,
      });
    this.last = shown;
    return shown;
  }
}

import { Injectable } from '@nestjs/common';
import { HOUR_MS } from '../../kernel/clock.js';
import { Every } from '../../platform/queue/job-queue.js';
import { Log } from '../../platform/telemetry/log.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { WatchSafeguarding } from './safeguarding.js';

@Injectable()
export class SettlementsJobs {
  constructor(
    private readonly watchSafeguarding: WatchSafeguarding,
    private readonly log: Log,
    metrics: Metrics,
  ) {
    const help = 'What banks and providers had at the end of the last day beyond what is owed to users, in kobo, by day';
    metrics.gaugeBy('day', 'harmattan_safeguarding_difference_kobo', help, () => {
      const { last } = this.watchSafeguarding;
      return Promise.resolve(last ? new Map([[last.day, Number(last.differenceKobo)]]) : new Map<string, number>());
    });
  }

  /** Each hour, so that a restart leaves no day out. */
  @Every(HOUR_MS, 'settlements.safeguarding')
  async safeguarding(): Promise<void> {
    const shown = await this.watchSafeguarding.execute();
    if (!shown) return;
    const { day, differenceKobo } = shown;
    const [walletsKobo, heldKobo] = [Number(shown.walletsKobo), Number(shown.heldKobo)];
    const [suspenseKobo, debtsKobo] = [Number(shown.suspenseKobo), Number(shown.debtsKobo)];
    const difference = { differenceKobo: Number(differenceKobo), covered: differenceKobo >= 0 };
    this.log.info('safeguarding', { day, walletsKobo, heldKobo, suspenseKobo, debtsKobo, ...difference });
  }
}

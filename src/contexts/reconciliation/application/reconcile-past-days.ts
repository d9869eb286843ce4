import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { addDays, lagosDate, lagosMidnight } from '../../../kernel/lagos-time.js';
import { ProviderRecordSources, type ReconciledProvider } from '../../providers/index.js';
import { SystemLogs } from '../../system-logs/index.js';
import { Day } from '../domain/day.js';
import { reconciliationFailures } from '../domain/reconciliation.failures.js';
import { Reconciliations } from './ports.js';
import { ReconcileDay } from './reconcile-day.js';

/** Providers list a payment late, and midnight is between both sides' clocks. */
const BEGINS_MS = HOUR_MS;
/** How long a provider may be away before a day is left to the command. */
const DAYS_BACK = 7;

/**
 * Each of the last days once for each provider that lists its transactions by its interface; the others give a file. What fails
 * keeps nothing else from being done.
 */
@Injectable()
export class ReconcilePastDays {
  constructor(
    private readonly sources: ProviderRecordSources,
    private readonly reconcileDay: ReconcileDay,
    private readonly reconciliations: Reconciliations,
    private readonly systemLogs: SystemLogs,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    const today = lagosDate(this.clock.now());
    if (this.clock.now() < lagosMidnight(today) + BEGINS_MS) return;
    // In their order, because a day remembers what the next one explains.
    const days = Array.from({ length: DAYS_BACK }, (_, index) => addDays(today, index - DAYS_BACK));
    const errors: unknown[] = [];
    for (const reconciled of this.sources.all)
      for (const day of days)
        try {
          await this.reconcile(reconciled, day);
        } catch (error) {
          errors.push(error);
        }
    if (errors.length > 0) throw new AggregateError(errors, 'the reconciliation of past days failed');
  }

  /** A provider that does not answer is asked again in the next run. */
  private async reconcile({ name, provider, source }: ReconciledProvider, day: string): Promise<void> {
    const { period } = new Day(day);
    if (source.list(provider, period) === undefined || (await this.reconciliations.exists(name, day))) return;
    if (!(await source.wasUsed(provider, period))) return;
    try {
      await this.reconcileDay.execute({ provider: name, day });
    } catch (error) {
      if (!(error instanceof Failure) || !error.is(reconciliationFailures.unread_listing)) throw error;
      await this.systemLogs.record({
        kind: 'warning',
        description:
          `Reconciliation of ${name}, ${day}: ${error.message}. It is tried again every 10 minutes for ${DAYS_BACK} days; ` +
          `later with: reconcile --provider ${provider} --day ${day}`,
        key: `reconciliation:${name}:${day}:unread`,
      });
    }
  }
}

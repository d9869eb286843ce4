import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { lagosDate } from '../../../kernel/lagos-time.js';
import { SystemLogs } from '../../system-logs/index.js';
import type { Legal, TariffKind } from '../domain/tariff.js';
import { Tariffs } from './ports.js';

export interface OverdueTariff extends Legal {
  readonly id: string;
  readonly kind: TariffKind;
  readonly name: string;
}

/** Tariffs in force whose day of review is over. */
@Injectable()
export class ReviewTariffs {
  constructor(
    private readonly tariffs: Tariffs,
    private readonly systemLogs: SystemLogs,
    private readonly clock: Clock,
  ) {}

  async overdue(): Promise<OverdueTariff[]> {
    const now = this.clock.now();
    const today = lagosDate(now);
    return (await this.tariffs.current()).current(now).flatMap((tariff) => {
      if (tariff.kind === 'limit' || !tariff.legal || tariff.legal.review >= today) return [];
      const { id, kind, name, legal } = tariff;
      return [{ id, kind, name, ...legal }];
    });
  }

  /** Once for each tariff and day of review. */
  async tell(): Promise<void> {
    for (const { id, kind, name, source, review } of await this.overdue())
      await this.systemLogs.record({
        kind: 'warning',
        key: `tariff-review:${id}:${review}`,
        description: `The ${kind} "${name}" (${id}) should have been reviewed by ${review}: see whether it still is as ${source} has it, and propose it anew with another day of review.`,
      });
  }
}

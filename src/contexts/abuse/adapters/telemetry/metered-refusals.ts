import { Injectable } from '@nestjs/common';
import { BUDGETS, type BudgetName } from '../../../../kernel/budget-definitions.js';
import type { Budget } from '../../../../kernel/budgets.js';
import { Metrics } from '../../../../platform/telemetry/metrics.js';
import { SystemLogs } from '../../../system-logs/index.js';
import { Refusals, type SpendingKey } from '../../budgets.js';

@Injectable()
export class MeteredRefusals extends Refusals {
  private readonly refusals;

  constructor(
    private readonly systemLogs: SystemLogs,
    metrics: Metrics,
  ) {
    super();
    this.refusals = metrics.counter(
      'harmattan_budget_refusals_total',
      'What was delayed or refused because a budget was spent, by budget',
      ['budget'],
      Object.keys(BUDGETS).map((budget) => ({ budget })),
    );
  }

  count(budget: BudgetName): void {
    this.refusals.inc({ budget });
  }

  async tellStaff({ counts, beyond }: Budget, { id, budget, subject }: SpendingKey, window: number): Promise<void> {
    const whom = subject === '' ? `the one with the hash ${id}` : subject;
    const description = `The budget ${budget} (${counts}) is spent by ${whom}: ${CONSEQUENCES[beyond]}.`;
    await this.systemLogs.record({ kind: 'warning', description, key: `budget:${id}:${window}` });
  }
}

const CONSEQUENCES: Readonly<Record<Budget['beyond'], string>> = {
  delay: 'each further try waits longer',
  'step-up': 'another proof is asked for',
  refuse: 'more is refused until the window ends',
  freeze: 'it is refused until staff lift it',
};

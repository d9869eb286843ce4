import type { ProviderOutcome } from '../../../kernel/provider-outcome.js';
import type { SystemLogs } from '../../system-logs/index.js';
import type { Attempted, Ordered } from '../domain/attempt.js';

/** System logs of orders that a machine cannot end. Their keys begin with what the order is, as `purchase.undecided:`. */
export class TellStaff {
  /** @param noun also the beginning of the names of its tables */
  constructor(
    private readonly systemLogs: SystemLogs,
    readonly noun: 'purchase' | 'payout',
  ) {}

  /** The first log of an order stands; questions go on where the schedule has more of them. */
  ofUndecided({ id }: Ordered, { provider, reference }: Attempted, what: string): Promise<void> {
    return this.record(
      `undecided:${id}`,
      `${this.subject} ${id} ${what} ${provider}, reference ${reference}. Its money is held; ask the provider.`,
    );
  }

  ofContradiction({ id, status }: Ordered, { provider, reference }: Attempted, outcome: ProviderOutcome): Promise<void> {
    return this.record(
      `contradiction:${id}:${outcome.status}`,
      `${provider} says ${outcome.status} of ${this.noun} ${id}, reference ${reference}, which is ${status}. No money was moved.`,
    );
  }

  ofMismatch({ id }: Ordered): Promise<void> {
    return this.record(
      `hold:${id}`,
      `${this.subject} ${id} cannot go on: what the ledger holds for it does not agree with its rows in ledger_hold, ${this.noun} or ${this.noun}_attempt. Its money stays held. Run ledger:verify; see LedgerHalted in docs/runbook.md.`,
    );
  }

  private get subject(): string {
    return this.noun === 'purchase' ? 'Purchase' : 'Payout';
  }

  private record(key: string, description: string): Promise<void> {
    return this.systemLogs.record({ kind: 'error', key: `${this.noun}.${key}`, description });
  }
}

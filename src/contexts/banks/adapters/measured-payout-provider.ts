import type { Kobo } from '../../../kernel/money.js';
import { outcomeName } from '../../../kernel/provider-outcome.js';
import type { ListedTransaction, Period } from '../../../kernel/provider-transactions.js';
import type { Metrics } from '../../../platform/telemetry/metrics.js';
import { describeTrace, traced } from '../../../platform/telemetry/tracing.js';
import {
  type BankAccount,
  type ListedBank,
  type NameEnquiry,
  type PayoutApprovals,
  type PayoutCapabilities,
  type PayoutOutcome,
  PayoutProvider,
  type PayoutSubmission,
  type PayoutWebhooks,
  type SubmittedPayout,
} from '../application/payout-provider.js';

/** Counts the calls of another one, with their outcomes and seconds. */
export class MeasuredPayoutProvider extends PayoutProvider {
  readonly name: string;
  override readonly knownCodes?: Readonly<Record<string, string>>;
  override readonly webhooks?: PayoutWebhooks;
  override readonly approvals?: PayoutApprovals;

  /** @param floatRefused told of each submit that is refused because our balance is too low */
  constructor(
    private readonly provider: PayoutProvider,
    private readonly metrics: Metrics,
    private readonly floatRefused: (provider: string) => void,
  ) {
    super();
    this.name = provider.name;
    // Only what the provider has, because callers ask whether it is there.
    if (provider.knownCodes) this.knownCodes = provider.knownCodes;
    if (provider.webhooks) this.webhooks = provider.webhooks;
    if (provider.approvals) this.approvals = provider.approvals;
    if (provider.balance)
      this.balance = (signal): Promise<Kobo> =>
        this.measured(
          'balance',
          () => 'answered',
          () => provider.balance!(signal),
        );
  }

  get capabilities(): PayoutCapabilities {
    return this.provider.capabilities;
  }

  newReference(): string {
    return this.provider.newReference();
  }

  banks(signal: AbortSignal): Promise<readonly ListedBank[]> {
    return this.measured(
      'banks',
      () => 'answered',
      () => this.provider.banks(signal),
    );
  }

  resolve(account: BankAccount, signal: AbortSignal): Promise<NameEnquiry> {
    return this.measured(
      'resolve',
      ({ outcome }) => outcome,
      () => this.provider.resolve(account, signal),
    );
  }

  async submit(submission: PayoutSubmission, signal: AbortSignal): Promise<PayoutOutcome> {
    const outcome = await this.measured('submit', outcomeName, () => this.provider.submit(submission, signal));
    if (outcome.status === 'failed' && outcome.errorClass === 'provider_float') this.floatRefused(this.name);
    return outcome;
  }

  query(reference: string, signal: AbortSignal, payout: SubmittedPayout): Promise<PayoutOutcome> {
    return this.measured('query', outcomeName, () => this.provider.query(reference, signal, payout));
  }

  override transactions(period: Period): AsyncIterable<readonly ListedTransaction[]> | undefined {
    return this.provider.transactions(period);
  }

  private measured<T>(call: string, labelOf: (result: T) => string, work: () => Promise<T>): Promise<T> {
    return traced(`provider ${this.name} ${call}`, {}, () => this.counted(call, labelOf, work));
  }

  private async counted<T>(call: string, labelOf: (result: T) => string, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    let outcome = 'error';
    try {
      const result = await work();
      outcome = labelOf(result);
      return result;
    } finally {
      describeTrace(`provider ${this.name} ${call}`, { 'harmattan.outcome': outcome }, outcome === 'error');
      this.metrics.providerCall(this.name, call, outcome, performance.now() - begun);
    }
  }
}

import {
  PayoutProvider,
  PayoutProviders,
  type BankAccount,
  type ListedBank,
  type NameEnquiry,
  type PayoutApprovals,
  type PayoutCapabilities,
  type PayoutOutcome,
  type PayoutSubmission,
  type PayoutWebhooks,
  type SubmittedPayout,
} from '../payout-provider.js';
import type { Kobo } from '../../../kernel/money.js';
import { outcomeName, type ErrorClass, type Raw, type UnknownCause } from '../../../kernel/provider-outcome.js';
import type { ListedTransaction, Period } from '../../../kernel/provider-transactions.js';
import type { Metrics } from '../../../platform/telemetry/metrics.js';
import { describeTrace, traced } from '../../../platform/telemetry/tracing.js';
import type { HttpResult } from '../../../platform/http-client/http-call.js';

/** In the order in which they are given, which is the order of failover. */
export class ConfiguredPayoutProviders extends PayoutProviders {
  private readonly byName: ReadonlyMap<string, PayoutProvider>;

  constructor(readonly all: readonly PayoutProvider[]) {
    super();
    this.byName = new Map(all.map((provider) => [provider.name, provider]));
  }

  find(name: string): PayoutProvider | undefined {
    return this.byName.get(name);
  }
}

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

/** Companies take this much without publishing a limit. */
const LONGEST = 100;

/** What the receiver reads, which may neither be empty nor too long. */
export function narrationOf(narration: string): string {
  return Array.from(narration.trim()).slice(0, LONGEST).join('') || 'Payout';
}

type Unanswered = Exclude<HttpResult, { kind: 'answered' }>;

const LONG_NUMBER = /\d{2,}(?=\d{4})/g;

/** @param message what the provider said, of whose long numbers the last four digits are kept */
export function rawOf(code: string, message = '', httpStatus?: number): Raw {
  const masked = message.replace(LONG_NUMBER, (digits) => '*'.repeat(digits.length));
  return { code, message: masked, ...(httpStatus === undefined ? {} : { httpStatus }) };
}

export function failed(raw: Raw, errorClass: ErrorClass, failoverEligible = true): PayoutOutcome {
  return { status: 'failed', raw, errorClass, failoverEligible };
}

/** The payout itself has come to this, so it is definite whoever asked. */
export function ended(raw: Raw, errorClass: ErrorClass, failoverEligible = true): PayoutOutcome {
  return { status: 'failed', raw, errorClass, failoverEligible, isOfOrder: true };
}

export function unknown(raw: Raw, cause: UnknownCause): PayoutOutcome {
  return { status: 'unknown', raw, cause };
}

/** Of a request that would have paid. */
export function unanswered({ kind, cause }: Unanswered): PayoutOutcome {
  return kind === 'not_sent' ? failed(rawOf(cause), 'not_sent') : unanswerable(cause);
}

/** Of a question, which decides nothing. */
export function unanswerable(cause: string): PayoutOutcome {
  if (cause === 'too_large') return unknown(rawOf(cause), 'bad_body');
  return unknown(rawOf(cause), cause === 'timeout' ? 'timeout' : 'connection_lost');
}

/** What is told of a payout beside its state; undefined where it was not. */
export function detailsOf(sessionId: string | undefined, feeKobo: Kobo | undefined) {
  return { ...(sessionId === undefined ? {} : { sessionId }), ...(feeKobo === undefined ? {} : { feeKobo }) };
}

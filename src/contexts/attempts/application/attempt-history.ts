import type { BookedAmount, Period, RecordedTransaction } from '../../../kernel/provider-transactions.js';
import type { ProviderFigures } from '../../providers/index.js';

export type AttemptNoun = 'purchase' | 'payout';

/** What became of attempts at providers, for staff and for reconciliation. */
export abstract class AttemptHistory {
  /** Of the last 24 hours, by provider. */
  abstract figures(noun: AttemptNoun, providers: readonly string[]): Promise<ReadonlyMap<string, ProviderFigures>>;
  abstract wasUsed(noun: AttemptNoun, provider: string, period: Period): Promise<boolean>;
  /** By their time, in portions. */
  abstract within(noun: AttemptNoun, provider: string, period: Period): AsyncIterable<RecordedTransaction[]>;
  abstract booked(noun: AttemptNoun, provider: string, period: Period): AsyncIterable<BookedAmount[]>;
  /** By our references and the provider's. */
  abstract named(noun: AttemptNoun, provider: string, names: readonly string[]): Promise<RecordedTransaction[]>;
}

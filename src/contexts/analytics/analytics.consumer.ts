import { Injectable } from '@nestjs/common';
import { Contributes } from '../../kernel/registry.js';
import { type ConsumedJournal, JournalConsumer } from '../../ledger/index.js';
import { CountPurchases } from './application/count-purchases.js';

/** Counts purchases when they are placed and when they end. */
@Injectable()
@Contributes(JournalConsumer)
export class AnalyticsConsumer extends JournalConsumer {
  readonly name = 'analytics';
  readonly kinds = ['purchase', 'settlement', 'refund', 'return'] as const;

  constructor(private readonly countPurchases: CountPurchases) {
    super();
  }

  async prepare(journals: readonly ConsumedJournal[]): Promise<() => Promise<void>> {
    const count = await this.countPurchases.prepare(journals.map(({ subject }) => subject));
    return async () => void (await count());
  }
}

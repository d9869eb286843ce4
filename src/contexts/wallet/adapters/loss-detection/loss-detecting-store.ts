import { isConnectionLost } from '../../../../platform/database/errors.js';
import type { LossDetection } from './loss-detection.js';
import type { BatchPlan, LockedAccounts } from '../../domain/batch.js';
import { type BatchReading, LedgerStore } from '../ledger-store.js';
import type { CommitMemory } from './commit-memory.js';

/** A store that writes only where everything acknowledged is still in the database, and logs its commits. */
export class LossDetectingStore extends LedgerStore {
  private head: LockedAccounts['head'] | undefined;

  constructor(
    private readonly store: LedgerStore,
    private readonly detection: LossDetection,
    private readonly memory: CommitMemory,
  ) {
    super();
  }

  get maxConcurrentBatches(): number {
    return this.store.maxConcurrentBatches;
  }

  async run(reading: BatchReading, decide: (books: LockedAccounts) => BatchPlan): Promise<void> {
    await this.detection.requireCurrent();
    let decided: BatchPlan | undefined;
    try {
      await this.store.run(reading, (books) => {
        this.detection.requireContinues(books.head);
        return (decided = decide(this.withCounts(books)));
      });
    } catch (error) {
      if (isConnectionLost(error)) this.detection.doubt();
      throw error;
    }
    const { head, idempotencyRecords } = decided!;
    this.head = head ?? this.head;
    const keys = idempotencyRecords.map(({ idempotencyKey }) => idempotencyKey);
    this.memory.add(head && this.detection.acknowledge(head), keys, idempotencyRecords.at(-1)?.committedAt ?? 0);
  }

  /** A head that was read has no posting counts; where it is the one that was written last, they are known. */
  private withCounts(books: LockedAccounts): LockedAccounts {
    return this.head?.hash === books.head.hash ? { ...books, head: this.head } : books;
  }

  async close(): Promise<void> {
    this.detection.close();
    await this.store.close();
    await this.memory.close();
  }
}

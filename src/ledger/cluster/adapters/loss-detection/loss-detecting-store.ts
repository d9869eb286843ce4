import { Failure } from '../../../../kernel/failure.js';
import { type BatchReading, type BatchSession, LedgerStore, StoreFailure } from '../../../application/ports.js';
import type { LockedAccounts } from '../../../domain/batch.js';
import { ledgerFailures } from '../../../domain/ledger.failures.js';
import { toStoreFailure } from '../../../adapters/store-failure.js';
import type { StoredChainKeys } from '../../../chain/adapters/keys/stored-chain-keys.js';
import type { AcknowledgedCommits } from './acknowledged-commits.js';
import type { LossDetection } from './loss-detection.js';

/** A store that refuses to write where the database lacks acknowledged commits. */
export class LossDetectingStore extends LedgerStore {
  private head: LockedAccounts['head'] | undefined;
  private isPrepared = false;

  constructor(
    private readonly store: LedgerStore,
    private readonly detection: LossDetection,
    private readonly memory: AcknowledgedCommits,
    private readonly storedKeys: StoredChainKeys,
  ) {
    super();
  }

  get maxConcurrentBatches(): number {
    return this.store.maxConcurrentBatches;
  }

  override get isStalled(): boolean {
    return this.store.isStalled;
  }

  async begin(reading: BatchReading): Promise<BatchSession> {
    const { detection } = this;
    try {
      await detection.requireCurrent();
      if (!this.isPrepared) await this.storedKeys.prepare();
      this.isPrepared = true;
    } catch (error) {
      throw isStaleCopy(error) ? error : this.doubted(toStoreFailure(error, 'before commit', false));
    }
    const session = await this.store.begin(reading).catch((error: unknown) => {
      throw this.doubted(error);
    });
    return {
      get way() {
        return session.way;
      },
      read: async () => {
        // Taken before the read, because a commit acknowledged during it may be missing from the result.
        const { acknowledged } = detection;
        const state = await session.read();
        detection.requireContinues(state.head, acknowledged);
        return this.withCounts(state);
      },
      write: async (plan) => {
        if (!(await session.write(plan))) return false;
        this.head = plan.head ?? this.head;
        const head = plan.head && detection.acknowledge(plan.head);
        this.memory.add(head, plan.idempotencyRecords, plan.idempotencyRecords.at(-1)?.committedAt ?? 0);
        return true;
      },
      abandon: (error) => session.abandon(this.doubted(error)),
    };
  }

  rehearse(commands: Parameters<LedgerStore['rehearse']>[0]): Promise<void> {
    return this.store.rehearse(commands);
  }

  lockedAccounts(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.store.lockedAccounts(ids);
  }

  waitForAccount(id: string): Promise<void> {
    return this.store.waitForAccount(id);
  }

  /** A head that was read has no posting counts; those of the head that this process wrote last are known. */
  private withCounts(state: LockedAccounts): LockedAccounts {
    return this.head?.hash === state.head.hash ? { ...state, head: this.head } : state;
  }

  private doubted(error: unknown): unknown {
    if (error instanceof StoreFailure && error.kind === 'unreachable') {
      this.detection.doubt();
      this.isPrepared = false;
    }
    return error;
  }

  async close(): Promise<void> {
    this.detection.close();
    await this.store.close();
    await this.memory.close();
  }
}

function isStaleCopy(error: unknown): boolean {
  return error instanceof Failure && error.is(ledgerFailures.stale_copy);
}

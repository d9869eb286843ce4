import type { ChainKey } from '../../domain/hash-chain.js';
import type { RangeRequest, RangeVerdict } from '../verify-range.js';

/** Verify ranges of batches beside this thread, each in a snapshot of its own. */
export interface RangeWorkers {
  verify(range: RangeRequest): Promise<RangeVerdict>;
  close(): Promise<void>;
}

export abstract class RangeWorkerPools {
  /** @param count at least 1 */
  abstract open(count: number, keys: ReadonlyMap<string, ChainKey>): RangeWorkers;
}

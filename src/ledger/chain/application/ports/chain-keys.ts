import type { ChainKey } from '../../domain/hash-chain.js';
import type { StoredChainKey } from '../../domain/stored-rows.js';

/** The keys of the hash chain. */
export abstract class ChainKeys {
  /** Of the next batches. */
  abstract readonly current: ChainKey;
  /** The stored keys that can be decrypted and the configured ones, by id. */
  abstract open(stored: Iterable<StoredChainKey>): ReadonlyMap<string, ChainKey>;
}

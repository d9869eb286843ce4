import type { ChainKey } from '../chain/domain/hash-chain.js';
import { recordsKeyOf } from '../chain/domain/records-key.js';

export interface LedgerKeys {
  /** Key of the links of the chain and of new holds. */
  readonly current: ChainKey;
  /** The key with this id, also an earlier one. */
  readonly find: (id: string) => ChainKey | undefined;
  readonly records: () => ChainKey;
}

export function keysWith(current: ChainKey): LedgerKeys {
  return { current, find: (id) => (id === current.id ? current : undefined), records: () => recordsKeyOf(current) };
}

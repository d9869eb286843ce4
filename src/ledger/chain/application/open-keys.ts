import type { ChainKey } from '../domain/hash-chain.js';
import type { StoredChainKey } from '../domain/stored-rows.js';
import type { ChainKeys, LedgerSnapshot } from './ports.js';

export async function openKeys(snapshot: LedgerSnapshot, keys: ChainKeys): Promise<ReadonlyMap<string, ChainKey>> {
  const stored: StoredChainKey[] = [];
  for await (const key of snapshot.keys()) stored.push(key);
  return keys.open(stored);
}

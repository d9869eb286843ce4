import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { bounded } from '../bounded.js';

const PROVEN_MS = 10 * 60_000;
const MAX_KEYS = 50_000;

/** Keys with a valid signature from a network within the last minutes, in this process. Others may be known and not owned. */
@Injectable()
export class ProvenKeys {
  private readonly keys = new LRUCache<string, true>({ ...bounded(MAX_KEYS), ttl: PROVEN_MS, perf: performance });

  add(publicKey: string, network: string): void {
    this.keys.set(`${publicKey} ${network}`, true);
  }

  has(publicKey: string, network: string): boolean {
    return this.keys.has(`${publicKey} ${network}`);
  }
}

import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { steadyMs } from '../../kernel/timers.js';
import { networkOf } from '../../kernel/addresses.js';
import { MINUTE_MS } from '../../kernel/clock.js';
import { bounded } from '../bounded.js';
import type { Session } from './session-directory.js';

const PROVEN_MS = 10 * MINUTE_MS;
const MAX_KEYS = 50_000;

/** Keys with a valid signature from a network within the last minutes, in this process. Others may be known and not owned. */
@Injectable()
export class ProvenKeys {
  private readonly keys = new LRUCache<string, true>({ ...bounded(MAX_KEYS), ttl: PROVEN_MS, perf: { now: steadyMs } });
  private readonly last = new WeakMap<Session, { readonly ip: string; readonly atMs: number }>();

  /** Renewed once a minute, because a session of many requests is proven by each. */
  add(session: Session, publicKey: string, ip: string): void {
    const now = steadyMs();
    const last = this.last.get(session);
    if (last?.ip === ip && now - last.atMs < MINUTE_MS) return;
    this.last.set(session, { ip, atMs: now });
    this.keys.set(`${publicKey} ${networkOf(ip)}`, true);
  }

  has(publicKey: string, network: string): boolean {
    return this.keys.has(`${publicKey} ${network}`);
  }
}

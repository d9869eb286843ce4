import { createHash } from 'node:crypto';
import { Failure } from '../../kernel/failure.js';
import type { RedisConnection } from '../redis/redis.js';
import { edgeFailures } from './edge.failures.js';

/** Longer than a signature can be good for: the tolerance both ways, and a minute. */
const MEMORY_SECONDS = 660;

/** Remembers the signatures of writing requests, so that a recorded one has no second effect. */
export abstract class ReplayGuard {
  /** True the first time this signature is seen within its life. @throws Failure `edge.guard_down` when nobody can tell */
  abstract firstUse(signature: string): Promise<boolean>;
}

/** Shared by all processes; while Redis is away writing requests are refused rather than let through. */
export class RedisReplayGuard extends ReplayGuard {
  constructor(private readonly redis: RedisConnection) {
    super();
  }

  async firstUse(signature: string): Promise<boolean> {
    try {
      const key = this.redis.key('mac', createHash('sha256').update(signature).digest('base64url'));
      return (await this.redis.client.set(key, 1, 'EX', MEMORY_SECONDS, 'NX')) === 'OK';
    } catch (cause) {
      throw new Failure(edgeFailures.guard_down, { retryAfterSeconds: 2, cause });
    }
  }
}

/** For the single process of the embedded default. A restart forgets: the tolerance of the timestamp remains. */
export class MemoryReplayGuard extends ReplayGuard {
  private readonly until = new Map<string, number>();
  private sweepAt = 0;

  constructor(private readonly now: () => number = Date.now) {
    super();
  }

  /** Signatures it remembers. */
  get size(): number {
    return this.until.size;
  }

  firstUse(signature: string): Promise<boolean> {
    const now = this.now();
    if (now > this.sweepAt) this.sweep(now);
    if ((this.until.get(signature) ?? 0) > now) return Promise.resolve(false);
    this.until.delete(signature);
    this.until.set(signature, now + MEMORY_SECONDS * 1000);
    return Promise.resolve(true);
  }

  /** Insertion order is expiry order, so the sweep ends at the first that is still good. */
  private sweep(now: number): void {
    for (const [signature, until] of this.until) {
      if (until > now) break;
      this.until.delete(signature);
    }
    this.sweepAt = now + 10_000;
  }
}

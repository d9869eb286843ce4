import { createHash, randomBytes } from 'node:crypto';
import { wallMs } from '../../kernel/timers.js';
import { Failure } from '../../kernel/failure.js';
import type { RedisConnection } from '../redis/redis.js';
import { edgeFailures } from './edge.failures.js';

/** Longer than a signature is valid: the tolerance of the timestamp both ways, and a minute. */
export function replayMemorySeconds(toleranceSeconds: number): number {
  return 2 * toleranceSeconds + 60;
}

/** Remembers the signatures of write requests. */
export abstract class ReplayGuard {
  /** True the first time a signature is received. @throws Failure `edge.guard_down` when Redis is down */
  abstract firstUse(signature: string): boolean | Promise<boolean>;
}

/** Shared by all processes; while Redis is down write requests are refused. */
export class RedisReplayGuard extends ReplayGuard {
  constructor(
    private readonly redis: RedisConnection,
    private readonly memorySeconds: number,
  ) {
    super();
  }

  async firstUse(signature: string): Promise<boolean> {
    try {
      const key = this.redis.key('mac', createHash('sha256').update(signature).digest('base64url'));
      const mark = randomBytes(9).toString('base64url');
      if ((await this.redis.client.set(key, mark, 'EX', this.memorySeconds, 'NX')) === 'OK') return true;
      // A command whose answer was lost with its connection is sent again.
      return (await this.redis.client.get(key)) === mark;
    } catch (cause) {
      throw new Failure(edgeFailures.guard_down, { retryAfterSeconds: 2, cause });
    }
  }
}

/** For a single process. After a restart only the timestamp protects from a replay. */
export class MemoryReplayGuard extends ReplayGuard {
  private readonly expiries = new Map<string, number>();
  private sweepAt = 0;

  constructor(
    private readonly memorySeconds: number,
    private readonly now: () => number = wallMs,
  ) {
    super();
  }

  get size(): number {
    return this.expiries.size;
  }

  firstUse(signature: string): boolean {
    const now = this.now();
    if (now > this.sweepAt) this.sweep(now);
    if ((this.expiries.get(signature) ?? 0) > now) return false;
    this.expiries.delete(signature);
    this.expiries.set(signature, now + this.memorySeconds * 1000);
    return true;
  }

  /** In order of expiry, so the sweep ends at the first valid signature. */
  private sweep(now: number): void {
    for (const [signature, expiresAt] of this.expiries) {
      if (expiresAt > now) break;
      this.expiries.delete(signature);
    }
    this.sweepAt = now + 10_000;
  }
}

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, MINUTE_MS } from '../../../kernel/clock.js';

const KEPT_MS = 5 * MINUTE_MS;
const LARGEST = 50_000;

interface Kept {
  readonly digest: Buffer;
  readonly until: number;
}

/** Which session proved which PIN lately, as digests under a key of this process, so that most payments need no hash. */
@Injectable()
export class ProvedPins {
  private readonly key = randomBytes(32);
  /** By session id, oldest first. */
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly clock: Clock) {}

  holds(sessionId: string, pinId: string, pin: string): boolean {
    const kept = this.kept.get(sessionId);
    if (!kept || kept.until <= this.clock.now()) return false;
    return timingSafeEqual(kept.digest, this.digest(sessionId, pinId, pin));
  }

  keep(sessionId: string, pinId: string, pin: string): void {
    this.kept.delete(sessionId);
    this.kept.set(sessionId, { digest: this.digest(sessionId, pinId, pin), until: this.clock.now() + KEPT_MS });
    const [oldest] = this.kept.keys();
    if (this.kept.size > LARGEST && oldest !== undefined) this.kept.delete(oldest);
  }

  private digest(sessionId: string, pinId: string, pin: string): Buffer {
    return createHmac('sha256', this.key).update(`${sessionId} ${pinId} ${pin}`).digest();
  }
}

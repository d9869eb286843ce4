import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { identityFailures } from '../domain/identity.failures.js';
import { type DelayRule, type FailedLogins, loginDelayMs, withAttempt } from '../domain/login-delay.js';
import { FailedLoginCounts } from './ports/failed-logins.js';
import { type AttemptKey, AttemptLimiter } from './ports/attempt-limiter.js';

/** Exponential backoff by counts that all processes share. */
@Injectable()
export class BackoffAttemptLimiter extends AttemptLimiter {
  /** The undecided attempt of each key in this process. */
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(
    private readonly failures: FailedLoginCounts,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** Serialised per key: parallel attempts with the right secret must not delay each other. */
  async attempt(key: AttemptKey, check: () => Promise<boolean>, rule?: DelayRule): Promise<boolean> {
    const name = `${key.ip} ${key.subject}`;
    const attempt = (this.last.get(name) ?? Promise.resolve()).then(() => this.decide(key, check, rule));
    const settled = attempt.catch(() => undefined);
    this.last.set(name, settled);
    try {
      return await attempt;
    } finally {
      if (this.last.get(name) === settled) this.last.delete(name);
    }
  }

  private async decide(key: AttemptKey, check: () => Promise<boolean>, rule?: DelayRule): Promise<boolean> {
    const { before, counted } = await this.count(key, rule);
    let isRight: boolean;
    try {
      isRight = await check();
    } catch (error) {
      // The check failed by itself; the attempt stays counted where others were counted since.
      await this.failures.replace(key, counted, before).catch(() => false);
      throw error;
    }
    if (isRight) await (rule ? this.failures.replace(key, counted, before) : this.failures.clear(key));
    return isRight;
  }

  /** Repeated where another process counted an attempt in between. */
  private async count(key: AttemptKey, rule?: DelayRule): Promise<{ before: FailedLogins; counted: FailedLogins }> {
    for (;;) {
      const now = this.clock.now();
      const before = await this.failures.find(key);
      const delayMs = loginDelayMs(before, now, rule);
      if (delayMs > 0) throw new Failure(identityFailures.login_delayed, { retryAfterSeconds: Math.ceil(delayMs / 1000) });
      const counted = withAttempt(before, now, rule);
      if (await this.failures.replace(key, before, counted)) return { before, counted };
    }
  }
}

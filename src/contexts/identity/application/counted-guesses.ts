import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { identityFailures } from '../domain/identity.failures.js';
import { type FailedLogins, loginDelayMs, withAttempt } from '../domain/login-delay.js';
import { FailedLoginCounts } from './ports/failed-logins.js';
import { type Guesser, Guesses } from './ports/guesses.js';

@Injectable()
export class CountedGuesses extends Guesses {
  /** The last guess of each guesser in this process, while it is not decided. */
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(
    private readonly failures: FailedLoginCounts,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** One after the other: somebody who signs in many times at once must not be delayed for guesses that turn out to be right. */
  async limit(guesser: Guesser, guess: () => Promise<boolean>): Promise<boolean> {
    const name = `${guesser.ip} ${guesser.email}`;
    const turn = (this.last.get(name) ?? Promise.resolve()).then(() => this.decide(guesser, guess));
    const settled = turn.catch(() => undefined);
    this.last.set(name, settled);
    try {
      return await turn;
    } finally {
      if (this.last.get(name) === settled) this.last.delete(name);
    }
  }

  private async decide(guesser: Guesser, guess: () => Promise<boolean>): Promise<boolean> {
    const { before, counted } = await this.count(guesser);
    let isRight: boolean;
    try {
      isRight = await guess();
    } catch (error) {
      // Nothing was tried. Where others were counted since, this one stays counted: rather one too many than one too few.
      await this.failures.replace(guesser, counted, before).catch(() => false);
      throw error;
    }
    if (isRight) await this.failures.clear(guesser);
    return isRight;
  }

  /** Again where another process counted one in between; after a few of those the next has to wait. */
  private async count(guesser: Guesser): Promise<{ before: FailedLogins; counted: FailedLogins }> {
    for (;;) {
      const now = this.clock.now();
      const before = await this.failures.find(guesser);
      const delayMs = loginDelayMs(before, now);
      if (delayMs > 0) throw new Failure(identityFailures.login_delayed, { retryAfterSeconds: Math.ceil(delayMs / 1000) });
      const counted = withAttempt(before, now);
      if (await this.failures.replace(guesser, before, counted)) return { before, counted };
    }
  }
}

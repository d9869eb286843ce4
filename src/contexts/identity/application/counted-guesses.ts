import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { identityFailures } from '../domain/identity.failures.js';
import { loginDelayMs } from '../domain/login-delay.js';
import { FailedLoginCounts } from './ports/failed-logins.js';
import { type Guesser, Guesses } from './ports/guesses.js';

@Injectable()
export class CountedGuesses extends Guesses {
  constructor(
    private readonly failures: FailedLoginCounts,
    private readonly clock: Clock,
  ) {
    super();
  }

  async limit(guesser: Guesser, guess: () => Promise<boolean>): Promise<boolean> {
    const failed = await this.failures.find(guesser);
    const delayMs = loginDelayMs(failed, this.clock.now());
    if (delayMs > 0) throw new Failure(identityFailures.login_delayed, { retryAfterSeconds: Math.ceil(delayMs / 1000) });
    const isRight = await guess();
    if (!isRight) await this.failures.add(guesser, this.clock.now());
    else if (failed.count > 0) await this.failures.clear(guesser);
    return isRight;
  }
}

/** The authenticator app of a member of staff (RFC 6238). A code is good once, and one step early or late. */
import { setTimeout as sleep } from 'node:timers/promises';
import { generate } from 'otplib';

const STEP_SECONDS = 30;

export class Authenticator {
  readonly #secret: string;
  #lastStep = 0;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** The first code is of the step before, so that three can be used within one. */
  async next(): Promise<string> {
    // Near the end of a step the code of the one before would be too late.
    while (STEP_SECONDS - ((Date.now() / 1000) % STEP_SECONDS) < 4) await sleep(100);
    const current = Math.floor(Date.now() / 1000 / STEP_SECONDS);
    const step = Math.max(current - 1, this.#lastStep + 1);
    if (step > current + 1) {
      await sleep((step - current - 1) * STEP_SECONDS * 1000);
      return this.next();
    }
    this.#lastStep = step;
    return generate({ secret: this.#secret, epoch: step * STEP_SECONDS });
  }
}

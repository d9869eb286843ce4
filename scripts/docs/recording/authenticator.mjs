/** The authenticator app of a member of staff (RFC 6238). A code is good once, and one step early or late. */
import { setTimeout as sleep } from 'node:timers/promises';
import { generate } from 'otplib';

const stepSeconds = 30;

export class Authenticator {
  #secret;
  #lastStep = 0;

  constructor(secret) {
    this.#secret = secret;
  }

  /** The first code is of the step before, so that three can be used within one. */
  async next() {
    // Near the end of a step the code of the one before would be too late.
    while (stepSeconds - ((Date.now() / 1000) % stepSeconds) < 4) await sleep(100);
    const current = Math.floor(Date.now() / 1000 / stepSeconds);
    const step = Math.max(current - 1, this.#lastStep + 1);
    if (step > current + 1) {
      await sleep((step - current - 1) * stepSeconds * 1000);
      return this.next();
    }
    this.#lastStep = step;
    return generate({ secret: this.#secret, epoch: step * stepSeconds });
  }
}

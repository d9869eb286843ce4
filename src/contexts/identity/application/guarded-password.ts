import { Injectable } from '@nestjs/common';
import { type Guesser, Guesses } from './ports/guesses.js';
import { PasswordHasher } from './ports/password-hasher.js';

/** Verifies passwords, slower and slower for who keeps guessing. */
@Injectable()
export class GuardedPassword {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly guesses: Guesses,
  ) {}

  /**
   * Takes the same time without a hash.
   * @throws Failure `identity.login_delayed` after too many failures, before anything is looked at; `identity.busy`
   */
  fits(hash: string | undefined, password: string, guesser: Guesser): Promise<boolean> {
    return this.guesses.limit(guesser, () => this.hasher.verify(hash, password));
  }
}

import { Injectable } from '@nestjs/common';
import { type AttemptKey, AttemptLimiter } from './ports/attempt-limiter.js';
import { PasswordHasher } from './ports/password-hasher.js';

@Injectable()
export class PasswordVerifier {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly limiter: AttemptLimiter,
  ) {}

  /** Takes the same time without a hash. @throws Failure `identity.login_delayed` before the check, `identity.busy` */
  verify(hash: string | undefined, password: string, key: AttemptKey): Promise<boolean> {
    return this.limiter.attempt(key, () => this.hasher.verify(hash, password));
  }
}

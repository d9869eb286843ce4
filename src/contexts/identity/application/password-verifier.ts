import { Injectable } from '@nestjs/common';
import { networkOf } from '../../../kernel/addresses.js';
import { Failure } from '../../../kernel/failure.js';
import { identityFailures } from '../domain/identity.failures.js';
import { ACCOUNT_DELAY } from '../domain/login-delay.js';
import { type AttemptKey, AttemptLimiter } from './ports/attempt-limiter.js';
import { FailedLoginCounts } from './ports/failed-logins.js';
import { PasswordHasher } from './ports/password-hasher.js';

export interface PasswordAttempt {
  readonly email: string;
  readonly ip: string;
  /** A device or session that signed in to the account before; it has a count of its own, which strangers cannot use up. */
  readonly trusted?: string | undefined;
  /** The caller who is signed in. */
  readonly userId?: string;
}

@Injectable()
export class PasswordVerifier {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly limiter: AttemptLimiter,
    private readonly failures: FailedLoginCounts,
  ) {}

  /**
   * Takes the same time without a hash. @param onGuessing called where the attempts of all networks together are delayed
   * @throws Failure `identity.login_delayed` before the check, `identity.busy`
   */
  async verify(
    hash: string | undefined,
    password: string,
    { email, ip, trusted, userId }: PasswordAttempt,
    onGuessing: () => Promise<void> = async () => {},
  ): Promise<boolean> {
    const network = networkOf(ip);
    // An attack on one address must not use up what its owner may hold.
    const who = userId ?? `${email} ${network}`;
    const check = () => this.hasher.verify(hash, password, { network, who });
    if (trusted !== undefined) return this.limiter.attempt({ subject: `${email} ${trusted}`, ip: '' }, check);
    const fromAnywhere = async () => {
      try {
        return await this.limiter.attempt(anywhere(email), check, ACCOUNT_DELAY);
      } catch (error) {
        if (error instanceof Failure && error.is(identityFailures.login_delayed)) await onGuessing();
        throw error;
      }
    };
    return this.limiter.attempt({ subject: email, ip: network }, fromAnywhere);
  }

  /** For whoever proved the address. */
  async forgive(email: string, ip: string): Promise<void> {
    await this.failures.clear({ subject: email, ip: networkOf(ip) });
    await this.failures.clear(anywhere(email));
  }
}

function anywhere(email: string): AttemptKey {
  return { subject: email, ip: 'all networks' };
}

import { Injectable } from '@nestjs/common';
import { networkOf } from '../../../kernel/addresses.js';
import { budgetFailures, Budgets } from '../../../kernel/budgets.js';
import { Failure } from '../../../kernel/failure.js';
import { delayedLogin } from '../domain/delayed-login.js';
import { PasswordHasher } from './ports/credentials.js';

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
    private readonly budgets: Budgets,
  ) {}

  /**
   * Takes the same time without a hash. @param onGuessing called where the attempts of all networks together are delayed
   * @throws Failure `sign_in.login_delayed` before the check, `sign_in.busy`
   */
  verify(
    hash: string | undefined,
    password: string,
    { email, ip, trusted, userId }: PasswordAttempt,
    onGuessing: () => Promise<void> = async () => {},
  ): Promise<boolean> {
    const network = networkOf(ip);
    // An attack on one address must not use up what its owner may hold.
    const who = userId ?? `${email} ${network}`;
    const kind = trusted === undefined ? 'stranger' : 'known';
    const check = () => this.hasher.verify(hash, password, { ip, who, kind });
    if (trusted !== undefined) return delayedLogin(this.budgets.attempt('device_passwords', `${email} ${trusted}`, check));
    const fromAnywhere = async () => {
      try {
        return await this.budgets.attempt('account_passwords', email, check, 'give back');
      } catch (error) {
        if (error instanceof Failure && error.is(budgetFailures.delayed)) await onGuessing();
        throw error;
      }
    };
    return delayedLogin(this.budgets.attempt('network_passwords', `${email} ${network}`, fromAnywhere));
  }

  /** For whoever proved the address. */
  async forgive(email: string, ip: string): Promise<void> {
    await this.budgets.clear('network_passwords', `${email} ${networkOf(ip)}`);
    await this.budgets.clear('account_passwords', email);
  }
}

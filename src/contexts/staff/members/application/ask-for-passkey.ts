import { Injectable } from '@nestjs/common';
import { Budgets } from '../../../../kernel/budgets.js';
import { Failure } from '../../../../kernel/failure.js';
import { delayedLogin, type SignInContext } from '../../../sign-in/index.js';
import { staffFailures } from '../domain/staff.failures.js';
import { PasskeyCeremonies, PasskeyChallenges, Passkeys, type RequestOptions } from './passkey-ports.js';
import { type ProvedPassword, StaffSignIn } from './staff-sign-in.js';

/** What a browser asks for a passkey by, of who has proved the password. */
@Injectable()
export class AskForPasskey {
  constructor(
    private readonly staffSignIn: StaffSignIn,
    private readonly passkeys: Passkeys,
    private readonly challenges: PasskeyChallenges,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly budgets: Budgets,
  ) {}

  /** A refusal is recorded, because it says that the password was right. @throws Failure `staff.no_passkey`, and of StaffSignIn.authenticate */
  async execute(email: string, password: string, context: SignInContext): Promise<RequestOptions> {
    const proved = await this.staffSignIn.authenticate(email, password, context);
    return this.staffSignIn.prove(proved, () => this.request(proved));
  }

  private async request({ account, profile }: ProvedPassword): Promise<RequestOptions> {
    const passkeys = await this.passkeys.list(account.id);
    if (passkeys.length === 0) throw new Failure(staffFailures.no_passkey);
    await delayedLogin(this.budgets.spend('passkey_challenges', profile.id));
    return this.ceremonies.request(await this.challenges.draw(account.id, 'login'), passkeys);
  }
}

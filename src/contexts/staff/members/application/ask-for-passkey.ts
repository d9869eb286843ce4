import { Injectable } from '@nestjs/common';
import { Failure } from '../../../../kernel/failure.js';
import type { SignInContext } from '../../../sign-in/index.js';
import { staffFailures } from '../domain/staff.failures.js';
import { PasskeyCeremonies, PasskeyChallenges, Passkeys, type RequestOptions } from './passkey-ports.js';
import { StaffSignIn } from './staff-sign-in.js';

/** What a browser asks for a passkey by, of who has proved the password. */
@Injectable()
export class AskForPasskey {
  constructor(
    private readonly staffSignIn: StaffSignIn,
    private readonly passkeys: Passkeys,
    private readonly challenges: PasskeyChallenges,
    private readonly ceremonies: PasskeyCeremonies,
  ) {}

  /** @throws Failure `staff.no_passkey`, and of StaffSignIn.authenticate */
  async execute(email: string, password: string, context: SignInContext): Promise<RequestOptions> {
    const { account } = await this.staffSignIn.authenticate(email, password, context);
    const passkeys = await this.passkeys.list(account.id);
    if (passkeys.length === 0) throw new Failure(staffFailures.no_passkey);
    return this.ceremonies.request(await this.challenges.draw(account.id, 'login'), passkeys);
  }
}

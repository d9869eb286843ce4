import { Injectable } from '@nestjs/common';
import { Budgets } from '../../../kernel/budgets.js';
import { Clock, DAY_MS } from '../../../kernel/clock.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { SystemLogs } from '../../system-logs/index.js';
import {
  type Assertion,
  challengeIn,
  isCounterBehind,
  PasskeyCeremonies,
  type RequestOptions,
} from '../../../kernel/passkeys.js';
import { type Passkey, PasskeyStore } from './passkeys.js';
import { MemberMessages } from './messages.js';
import { type ProvedPassword, StaffSignIn, type StaffCredentials } from './sign-in.js';
import { Failure } from '../../../kernel/failure.js';
import { delayedLogin, type SignInContext } from '../../sign-in/index.js';
import { staffFailures } from './grants.js';
import { Audit } from '../../audit/index.js';

export interface ProvedPasskey {
  readonly passkey: Passkey;
  readonly signCount: number;
}

/** Signs staff in by the password of their account and a passkey. */
@Injectable()
export class PasskeySignIn {
  constructor(
    private readonly systemLogs: SystemLogs,
    private readonly messages: MemberMessages,
    private readonly budgets: Budgets,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly passkeys: PasskeyStore,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly staffSignIn: StaffSignIn,
    private readonly audit: Audit,
  ) {}

  /**
   * Tells staff and the member, once a day, of a passkey that has counted no further than before.
   * @param given what it has counted to now
   */
  async warnOfCopy(by: ProvedPassword, passkey: Passkey, given: number): Promise<void> {
    await this.tellStaff(passkey, given);
    await this.unitOfWork.run(() => this.tellMember(by));
  }

  /**
   * Uses the challenge up; call it outside of a unit of work. Wrong ones count together with wrong codes.
   * @throws Failure `staff.invalid_passkey`, `sign_in.login_delayed`
   */
  async check(by: ProvedPassword, assertion: Assertion): Promise<ProvedPasskey> {
    let proved: ProvedPasskey | undefined;
    const check = async () => {
      proved = await this.verify(by, assertion);
      return proved !== undefined;
    };
    await delayedLogin(this.budgets.attempt('second_factors', by.profile.id, check));
    if (!proved) throw new Failure(staffFailures.invalid_passkey);
    return proved;
  }

  /**
   * Options for the browser of a member who proved the password. A refusal is recorded, because it shows that the password was
   * right. @throws Failure `staff.no_passkey`, and of StaffSignIn.authenticate
   */
  async ask(email: string, password: string, context: SignInContext): Promise<RequestOptions> {
    const proved = await this.staffSignIn.authenticate(email, password, context);
    return this.staffSignIn.prove(proved, () => this.request(proved));
  }

  /**
   * Logs staff in by the account's password and a passkey.
   * @throws Failure of StaffSignIn, and `staff.invalid_passkey`
   */
  async logIn(email: string, password: string, assertion: Assertion, context: SignInContext): Promise<StaffCredentials> {
    const proved = await this.staffSignIn.authenticate(email, password, context);
    const credentials = await this.staffSignIn.prove(proved, async () => this.begin(proved, await this.check(proved, assertion)));
    await this.budgets.clear('passkey_challenges', proved.profile.id);
    return credentials;
  }

  private tellStaff({ id, userId, signCount }: Passkey, given: number): Promise<void> {
    const description =
      `The passkey ${id} of the member of staff ${userId} was refused: it has counted to ${given}, and before to ${signCount}. ` +
      'Somebody may have a copy of it; have them remove it, and add another one.';
    const day = Math.floor(this.clock.now() / DAY_MS);
    return this.systemLogs.record({ kind: 'error', description, key: `passkey-count:${id}:${day}` });
  }

  private async tellMember({ account, profile, context: { ip } }: ProvedPassword): Promise<void> {
    if (await this.budgets.trySpend('copied_passkey_mails', profile.id))
      await this.messages.ofCopiedPasskey(account, profile, ip);
  }

  private async verify(by: ProvedPassword, assertion: Assertion): Promise<ProvedPasskey | undefined> {
    const userId = by.account.id;
    const challenge = challengeIn(assertion.clientData);
    if (challenge === undefined || !(await this.passkeys.takeChallenge(challenge, userId, 'login'))) return undefined;
    const passkey = await this.passkeys.find(userId, assertion.credentialId);
    if (!passkey) return undefined;
    const signCount = await this.ceremonies.verifyAssertion(assertion, challenge, passkey);
    if (signCount === undefined) return undefined;
    if (!isCounterBehind(passkey.signCount, signCount)) return { passkey, signCount };
    await this.warnOfCopy(by, passkey, signCount);
    return undefined;
  }

  private async request({ account, profile }: ProvedPassword): Promise<RequestOptions> {
    const passkeys = await this.passkeys.list(account.id);
    if (passkeys.length === 0) throw new Failure(staffFailures.no_passkey);
    await delayedLogin(this.budgets.spend('passkey_challenges', profile.id));
    return this.ceremonies.request(await this.passkeys.drawChallenge(account.id, 'login'), passkeys);
  }

  private begin(proved: ProvedPassword, { passkey, signCount }: ProvedPasskey): Promise<StaffCredentials> {
    const { account, profile, context } = proved;
    return this.staffSignIn.begin(proved, async () => {
      // It may have been removed since, or a copy of it may have been used.
      if (!(await this.passkeys.use(passkey, signCount, this.clock.now()))) throw new Failure(staffFailures.invalid_passkey);
      await this.audit.record({
        staffId: account.id,
        action: 'control_passkey_login',
        subject: `staff:${profile.trackingId}`,
        after: { passkey: passkey.id, name: passkey.name },
        ip: context.ip,
      });
    });
  }
}

import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { Mailer } from '../../../kernel/mail.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Notices } from '../../notifications/index.js';
import { isCoolingOff } from '../domain/cooling-off.js';
import { signInFailures } from '../domain/sign-in.failures.js';
import { assertGoodPin } from '../domain/transaction-pin.js';
import { CheckCode } from './check-code.js';
import { CoolOff, NO_WAIT, type Reclaimed } from './cool-off.js';
import { EndCoolingOff } from './end-cooling-off.js';
import { PIN_UPDATED } from './mails.js';
import { ProvePassword } from './prove-password.js';
import { type Payer, Users } from './ports/accounts.js';
import { PasswordHasher, type PaymentProof, TransactionPins } from './ports/credentials.js';
import { VerifyPin } from './verify-pin.js';

export interface PinUpdate {
  readonly password: string;
  /** Empty: none from now on. */
  readonly pin: string;
  readonly presentPin: string | undefined;
  /** From the mailbox of the account. */
  readonly code: string | undefined;
}

/** Sets or takes away the transaction PIN, and opens payments that wrong PINs have locked. */
@Injectable()
export class UpdatePin {
  constructor(
    private readonly provePassword: ProvePassword,
    private readonly users: Users,
    private readonly verifyPin: VerifyPin,
    private readonly checkCode: CheckCode,
    private readonly hasher: PasswordHasher,
    private readonly pins: TransactionPins,
    private readonly coolOff: CoolOff,
    private readonly endCoolingOff: EndCoolingOff,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * A PIN that is not proved ends, and no other one takes its place. While an account waits for that, the PIN of before is taken only,
   * which ends the wait. @throws Failure `sign_in.weak_pin`, `wrong_password`, `login_delayed`, `busy`, `cooling_off`, `wrong_pin`,
   * `pin_locked`, `pin_blocked`, `pin_untrusted`, `incorrect_code`, `abuse.delayed`
   */
  async execute(caller: Caller, { password, pin, presentPin, code }: PinUpdate): Promise<Reclaimed> {
    if (pin !== '') assertGoodPin(pin);
    const { userId, sessionId, ip } = caller;
    const account = await this.provePassword.execute(caller, password);
    const present = (await this.users.find(userId))?.pin;
    if (isCoolingOff(account, this.clock.now()) && typeof present === 'object' && present.isEnded) {
      await this.endCoolingOff.execute({ ...account, pin: present }, { sessionId, ip, pin });
      return NO_WAIT;
    }
    const { email, firstName } = account;
    const verified = code === undefined ? undefined : await this.checkCode.execute({ email, code, ip, purpose: 'pin' });
    const isProved = verified !== undefined || (await this.proves(userId, present, { sessionId, ip, pin: presentPin }));
    const hash = pin === '' ? undefined : await this.hasher.hash(pin, { ip, who: userId, kind: 'known' });
    return this.unitOfWork.run(async () => {
      const locked = await this.provePassword.lock(account);
      if (verified) {
        // Its address may have changed meanwhile.
        if (locked.email !== email) throw new Failure(signInFailures.incorrect_code);
        await this.checkCode.use(verified);
      }
      const reclaimed = isProved ? NO_WAIT : await this.coolOff.execute(locked);
      const isWaiting = reclaimed.coolingOffUntil > 0;
      if (!isWaiting) await (hash === undefined ? this.pins.remove(userId) : this.pins.set(userId, hash));
      const change = isWaiting ? 'ended' : hash === undefined ? 'removed' : 'set';
      const { description: payments } = reclaimed;
      await this.notices.add({
        userId,
        subject: 'Transaction PIN',
        message: `The transaction PIN of your account was ${change}. ${payments}`.trim(),
      });
      const data = { firstName, change, payments };
      await this.mailer.send({ to: email, template: PIN_UPDATED, data, key: `pin:${newId()}` });
      return reclaimed;
    });
  }

  /** Whether the PIN that there is may be changed. */
  private async proves(userId: string, present: Payer['pin'], proof: PaymentProof): Promise<boolean> {
    if (present === undefined || (present !== 'untrusted' && present.isEnded)) return true;
    if (proof.pin === undefined) return false;
    if (present === 'untrusted') throw new Failure(signInFailures.pin_untrusted);
    await this.verifyPin.execute(userId, present, proof);
    return true;
  }
}

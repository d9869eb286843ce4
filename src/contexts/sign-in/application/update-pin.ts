import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { newId } from '../../../kernel/ids.js';
import { Mailer } from '../../../kernel/mail.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Notices } from '../../notifications/index.js';
import { isCoolingOff } from '../domain/cooling-off.js';
import { assertGoodPin } from '../domain/transaction-pin.js';
import { EndCoolingOff } from './end-cooling-off.js';
import { PIN_UPDATED } from './mails.js';
import { ProvePassword } from './prove-password.js';
import { PasswordHasher, TransactionPins } from './ports/credentials.js';

/** Sets or takes away the transaction PIN, and opens payments that wrong PINs have locked. */
@Injectable()
export class UpdatePin {
  constructor(
    private readonly provePassword: ProvePassword,
    private readonly hasher: PasswordHasher,
    private readonly pins: TransactionPins,
    private readonly endCoolingOff: EndCoolingOff,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * While nothing may be spent after a reset, the PIN of before is taken only, which ends the wait. @param pin empty: none
   * @throws Failure `sign_in.weak_pin`, `wrong_password`, `login_delayed`, `busy`, `cooling_off`, `wrong_pin`, `pin_locked`
   */
  async execute(caller: Caller, password: string, pin: string): Promise<void> {
    if (pin !== '') assertGoodPin(pin);
    const { userId, sessionId, ip } = caller;
    const account = await this.provePassword.execute(caller, password);
    const former = isCoolingOff(account, this.clock.now()) ? await this.pins.find(userId) : undefined;
    if (former?.isEnded) return this.endCoolingOff.execute({ ...account, pin: former }, { sessionId, ip, pin });
    const { email, firstName } = account;
    const hash = pin === '' ? undefined : await this.hasher.hash(pin, { ip, who: userId, kind: 'known' });
    const change = hash === undefined ? 'taken away' : 'set';
    await this.unitOfWork.run(async () => {
      await this.provePassword.lock(account);
      await (hash === undefined ? this.pins.remove(userId) : this.pins.set(userId, hash));
      await this.notices.add({
        userId,
        subject: 'Transaction PIN',
        message: `The transaction PIN of your account was ${change}.`,
      });
      await this.mailer.send({ to: email, template: PIN_UPDATED, data: { firstName, change }, key: `pin:${newId()}` });
    });
  }
}

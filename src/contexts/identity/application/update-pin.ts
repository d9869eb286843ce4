import { Injectable } from '@nestjs/common';
import { networkOf } from '../../../kernel/addresses.js';
import type { Caller } from '../../../kernel/caller.js';
import { Failure } from '../../../kernel/failure.js';
import { newId } from '../../../kernel/ids.js';
import { Mailer } from '../../../kernel/mail.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Notices } from '../../notifications/index.js';
import { identityFailures } from '../domain/identity.failures.js';
import { assertGoodPin } from '../domain/transaction-pin.js';
import { PIN_UPDATED } from './mails.js';
import { PasswordVerifier } from './password-verifier.js';
import { Accounts } from './ports/accounts.js';
import { PasswordHasher } from './ports/password-hasher.js';
import { TransactionPins } from './ports/transaction-pins.js';

/** Sets or takes away the transaction PIN, and opens payments that wrong PINs have locked. */
@Injectable()
export class UpdatePin {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwordVerifier: PasswordVerifier,
    private readonly hasher: PasswordHasher,
    private readonly pins: TransactionPins,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @param pin empty: none. @throws Failure `identity.weak_pin`, `wrong_password`, `login_delayed`, `busy` */
  async execute({ userId, sessionId, ip }: Caller, password: string, pin: string): Promise<void> {
    if (pin !== '') assertGoodPin(pin);
    const account = await this.accounts.find(userId);
    if (!account) throw new Failure(identityFailures.user_not_found);
    const { email, firstName, passwordHash } = account;
    if (!(await this.passwordVerifier.verify(passwordHash, password, { email, ip, userId, trusted: `session ${sessionId}` })))
      throw new Failure(identityFailures.wrong_password);
    const hash = pin === '' ? undefined : await this.hasher.hash(pin, { network: networkOf(ip), who: userId });
    const change = hash === undefined ? 'taken away' : 'set';
    await this.unitOfWork.run(async () => {
      const present = await this.accounts.lock(userId);
      if (present?.passwordHash !== passwordHash) throw new Failure(identityFailures.wrong_password);
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

import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Notices } from '../../notifications/index.js';
import { coolingOffFailure, mayEndCoolingOff } from '../domain/cooling-off.js';
import type { PinState } from '../domain/transaction-pin.js';
import { Accounts, type Payer } from './ports/accounts.js';
import { type PaymentProof, TransactionPins } from './ports/credentials.js';
import { VerifyPin } from './verify-pin.js';

type CoolingPayer = Pick<Payer, 'id' | 'coolingOffUntil'> & { readonly pin: PinState | undefined };

/** Who knows the transaction PIN of before is the owner: nothing has to be waited for any more, and the PIN is back. */
@Injectable()
export class EndCoolingOff {
  constructor(
    private readonly verifyPin: VerifyPin,
    private readonly accounts: Accounts,
    private readonly pins: TransactionPins,
    private readonly notices: Notices,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Outside of a unit of work. @throws Failure `sign_in.cooling_off`, `wrong_pin`, `pin_locked`, `busy` */
  async execute({ id: userId, coolingOffUntil, pin }: CoolingPayer, proof: PaymentProof): Promise<void> {
    if (!mayEndCoolingOff(pin) || proof.pin === undefined || proof.pin === '') throw coolingOffFailure(coolingOffUntil, pin);
    await this.verifyPin.execute(userId, pin, proof);
    await this.unitOfWork.run(async () => {
      const present = await this.accounts.lock(userId);
      // A payment at the same time may have ended it, and somebody else may have begun it anew.
      if (present?.coolingOffUntil === 0) return;
      if (present?.coolingOffUntil !== coolingOffUntil) throw coolingOffFailure(present?.coolingOffUntil ?? coolingOffUntil, pin);
      await this.accounts.setCoolingOff(userId, 0);
      await this.pins.reinstate(userId);
      await this.notices.add({
        userId,
        subject: 'Payments are possible again',
        message: 'The transaction PIN of before was entered: payments are possible again, and need this PIN.',
      });
    });
  }
}

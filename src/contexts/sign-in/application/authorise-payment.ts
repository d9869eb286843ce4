import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { isLeaving, type User } from '../domain/account.js';
import { signInFailures } from '../domain/sign-in.failures.js';
import { isCoolingOff } from '../domain/cooling-off.js';
import { EndCoolingOff } from './end-cooling-off.js';
import { SignInSettings } from './ports/sessions.js';
import { PaymentAuthorisation, type PaymentProof } from './ports/credentials.js';
import type { Payer } from './ports/accounts.js';
import { VerifyPin } from './verify-pin.js';

@Injectable()
export class AuthorisePayment extends PaymentAuthorisation {
  constructor(
    private readonly settings: SignInSettings,
    private readonly verifyPin: VerifyPin,
    private readonly endCoolingOff: EndCoolingOff,
    private readonly clock: Clock,
  ) {
    super();
  }

  authorise(payer: Payer, proof: PaymentProof): void | Promise<void> {
    if (!this.isVerifiedEnough(payer)) throw new Failure(signInFailures.email_unverified);
    if (payer.pin === 'untrusted') throw new Failure(signInFailures.pin_untrusted);
    if (isCoolingOff(payer, this.clock.now())) return this.endCoolingOff.execute({ ...payer, pin: payer.pin }, proof);
    return payer.pin === undefined || payer.pin.isEnded ? undefined : this.verifyPin.execute(payer.id, payer.pin, proof);
  }

  mayEarnBonus(user: User): boolean {
    return !user.isTest && !isLeaving(user) && this.isVerifiedEnough(user);
  }

  private isVerifiedEnough({ emailVerified }: User): boolean {
    return emailVerified || !this.settings.requiresVerifiedEmail;
  }
}

import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import { isLeaving, type User } from '../domain/account.js';
import { identityFailures } from '../domain/identity.failures.js';
import { IdentitySettings } from './ports/identity-settings.js';
import { PaymentAuthorisation, type PaymentProof } from './ports/payment-authorisation.js';
import type { Payer } from './ports/users.js';
import { VerifyPin } from './verify-pin.js';

@Injectable()
export class AuthorisePayment extends PaymentAuthorisation {
  constructor(
    private readonly settings: IdentitySettings,
    private readonly verifyPin: VerifyPin,
  ) {
    super();
  }

  authorise(payer: Payer, proof: PaymentProof): void | Promise<void> {
    if (!this.isVerifiedEnough(payer)) throw new Failure(identityFailures.email_unverified);
    return payer.pin === undefined ? undefined : this.verifyPin.execute(payer.id, payer.pin, proof);
  }

  mayEarnBonus(user: User): boolean {
    return !user.isTest && !isLeaving(user) && this.isVerifiedEnough(user);
  }

  private isVerifiedEnough({ emailVerified }: User): boolean {
    return emailVerified || !this.settings.requiresVerifiedEmail;
  }
}

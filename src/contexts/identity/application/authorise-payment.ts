import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import type { User } from '../domain/account.js';
import { identityFailures } from '../domain/identity.failures.js';
import { IdentitySettings } from './ports/identity-settings.js';
import { PaymentAuthorisation } from './ports/payment-authorisation.js';

@Injectable()
export class AuthorisePayment extends PaymentAuthorisation {
  constructor(private readonly settings: IdentitySettings) {
    super();
  }

  authorise(payer: User): void {
    if (!this.isVerifiedEnough(payer)) throw new Failure(identityFailures.email_unverified);
  }

  mayEarnBonus(user: User): boolean {
    return !user.isTest && this.isVerifiedEnough(user);
  }

  private isVerifiedEnough({ emailVerified }: User): boolean {
    return emailVerified || !this.settings.requiresVerifiedEmail;
  }
}

import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Failure } from '../../../kernel/failure.js';
import { purchasesFailures } from '../domain/purchases.failures.js';
import { type Item, Catalogue } from '../../catalogue/index.js';
import { localPhone } from '../../../kernel/phone.js';
import { ProviderAvailability, withTimeout } from '../../attempts/index.js';
import { type VerifiedCustomer, BillerProviders } from '../../billers/index.js';
import { PurchaseSettings } from './purchase-settings.js';
import { Verifications } from './ports.js';

@Injectable()
export class VerifyCustomer {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly providers: BillerProviders,
    private readonly health: ProviderAvailability,
    private readonly verifications: Verifications,
    private readonly settings: PurchaseSettings,
    private readonly clock: Clock,
  ) {}

  async execute(request: { paymentCode: string; customerId: string }, userId: string): Promise<VerifiedCustomer> {
    const item = (await this.catalogue.current()).itemByPaymentCode(request.paymentCode);
    // Phones are stored in local form, in which the purchase looks them up.
    const customerId = item && item.kind !== 'bill' ? localPhone(request.customerId) : request.customerId;
    const verified = item && customerId !== undefined ? await this.findCustomer(item, customerId) : undefined;
    if (!verified || customerId === undefined) throw new Failure(purchasesFailures.unknown_customer);
    const expires = this.clock.now() + this.settings.verificationTtlMs;
    await this.verifications.keep({ userId, paymentCode: request.paymentCode, customerId }, verified, expires);
    return verified;
  }

  /** A failed read tells nothing about the customer, so the next provider is asked. */
  private async findCustomer({ routes }: Item, customerId: string): Promise<VerifiedCustomer | undefined> {
    let cause: unknown;
    for (const { provider: name, paymentCode, isOn } of routes) {
      const provider = isOn ? this.providers.find(name) : undefined;
      if (!provider || !(await this.health.isUsed(provider))) continue;
      try {
        return await withTimeout(provider.capabilities.readTimeoutMs, (signal) =>
          provider.verifyCustomer({ paymentCode, customerId }, signal),
        );
      } catch (error) {
        cause = error;
      }
    }
    throw new Failure(purchasesFailures.verification_unavailable, { cause });
  }
}

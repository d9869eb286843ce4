import { Injectable } from '@nestjs/common';
import type { MoneyCaller } from '../../../kernel/caller.js';
import { PaymentAuthorisation, Users } from '../../sign-in/index.js';
import { localPhone } from '../../../kernel/phone.js';

@Injectable()
export class Buyers {
  constructor(
    private readonly users: Users,
    private readonly authorisation: PaymentAuthorisation,
  ) {}

  /** @throws Failure of PaymentAuthorisation */
  async authorise({ userId, sessionId, ip }: MoneyCaller, pin: string | undefined): Promise<void> {
    const buyer = await this.users.find(userId);
    if (!buyer) throw new Error(`the signed-in user ${userId} does not exist`);
    await this.authorisation.authorise(buyer, { sessionId, ip, pin });
  }

  /** `mobile` is in the local form, or empty. */
  async contactOf({ userId }: MoneyCaller): Promise<{ email: string; mobile: string }> {
    const buyer = await this.users.find(userId);
    return { email: buyer?.email ?? '', mobile: localPhone(buyer?.phoneNumber ?? '') ?? '' };
  }
}

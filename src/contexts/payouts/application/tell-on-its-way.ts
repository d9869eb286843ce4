import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Wallets } from '../../../ledger/index.js';
import { UserMessages } from '../../notifications/index.js';
import { Users } from '../../sign-in/index.js';
import { onItsWayNotice } from '../domain/end-notice.js';
import { payoutOnItsWayMail } from './mails.js';
import { messageOf } from './payout-messages.js';
import { Payouts } from './ports.js';

/** Tells the payer of a payout that has no end yet. */
@Injectable()
export class TellOnItsWay {
  constructor(
    private readonly payouts: Payouts,
    private readonly users: Users,
    private readonly messages: UserMessages,
    private readonly wallets: Wallets,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async execute(payoutId: string): Promise<void> {
    const payout = (await this.payouts.find(payoutId))?.payout;
    if (payout?.status !== 'pending') return;
    const user = await this.users.find(payout.userId);
    if (!user) return;
    const balanceKobo = await this.wallets.balanceOf(user.id);
    const told = { payout, user, causeId: `${payoutId}:way`, at: this.clock.now(), balanceKobo };
    const write = await this.messages.prepareAll([messageOf(told, onItsWayNotice(payout), payoutOnItsWayMail)]);
    await this.unitOfWork.run(write);
  }
}

import { Injectable } from '@nestjs/common';
import { Mailer } from '../../kernel/mail.js';
import { formatNaira, type Kobo } from '../../kernel/money.js';
import { OnEvent } from '../../platform/queue/job-queue.js';
import { Users } from '../identity/index.js';
import { Push } from '../notifications/index.js';
import { depositReceivedMail } from './deposits.mails.js';

interface DepositCompleted {
  readonly orderId: string;
  readonly userId: string;
  readonly amountKobo: Kobo;
}

/** The notice in the app is written with the credit itself. */
@Injectable()
export class DepositsEvents {
  constructor(
    private readonly users: Users,
    private readonly mailer: Mailer,
    private readonly push: Push,
  ) {}

  @OnEvent('deposit.completed')
  async mail({ orderId, userId, amountKobo }: DepositCompleted, eventId: string): Promise<void> {
    const user = await this.users.find(userId);
    if (!user) return;
    await this.mailer.send({
      to: user.email,
      template: depositReceivedMail,
      data: { name: user.firstName, amount: formatNaira(amountKobo), orderId },
      key: `${eventId}:${userId}`,
    });
  }

  @OnEvent('deposit.completed')
  pushMessage({ userId, amountKobo }: DepositCompleted, eventId: string): Promise<void> {
    const body = `${formatNaira(amountKobo)} is in your wallet.`;
    return this.push.send(userId, { title: 'Deposit received', body }, `${eventId}:${userId}`);
  }
}

import { Injectable } from '@nestjs/common';
import { Mailer } from '../../kernel/mail.js';
import { formatNaira, type Kobo } from '../../kernel/money.js';
import { OnEvent } from '../../platform/queue/job-queue.js';
import { Users } from '../identity/index.js';
import { Push } from '../notifications/index.js';
import { fullName } from './domain/full-name.js';
import { transferReceivedMail, transferSentMail } from './transfers.mails.js';

interface TransferCompleted {
  readonly transferId: string;
  readonly senderId: string;
  readonly receiverId: string;
  readonly amountKobo: Kobo;
}

/** Tells both parties of a transfer; the notices in the app were written with the transfer itself. */
@Injectable()
export class TransfersEvents {
  constructor(
    private readonly users: Users,
    private readonly mailer: Mailer,
    private readonly push: Push,
  ) {}

  @OnEvent('transfer.completed')
  async mailBoth({ transferId, senderId, receiverId, amountKobo }: TransferCompleted, eventId: string): Promise<void> {
    const [sender, receiver] = await Promise.all([this.users.find(senderId), this.users.find(receiverId)]);
    if (!sender || !receiver) return;
    const facts = { amount: formatNaira(amountKobo), transferId };
    // Together they share a commit.
    await Promise.all([
      this.mailer.send({
        to: sender.email,
        template: transferSentMail,
        data: { ...facts, name: sender.firstName, other: fullName(receiver) },
        key: `${eventId}:${senderId}`,
      }),
      this.mailer.send({
        to: receiver.email,
        template: transferReceivedMail,
        data: { ...facts, name: receiver.firstName, other: fullName(sender) },
        key: `${eventId}:${receiverId}`,
      }),
    ]);
  }

  @OnEvent('transfer.completed')
  async pushToBoth({ senderId, receiverId, amountKobo }: TransferCompleted, eventId: string): Promise<void> {
    const [sender, receiver] = await Promise.all([this.users.find(senderId), this.users.find(receiverId)]);
    if (!sender || !receiver) return;
    const amount = formatNaira(amountKobo);
    await this.push.send(
      senderId,
      { title: 'Transfer sent', body: `${amount} to ${fullName(receiver)}` },
      `${eventId}:${senderId}`,
    );
    await this.push.send(
      receiverId,
      { title: 'Transfer received', body: `${amount} from ${fullName(sender)}` },
      `${eventId}:${receiverId}`,
    );
  }
}

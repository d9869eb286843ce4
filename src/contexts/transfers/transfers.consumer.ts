import { Injectable } from '@nestjs/common';
import { Mailer, type MailRequest } from '../../kernel/mail.js';
import { formatNaira } from '../../kernel/money.js';
import { type User, Users } from '../identity/index.js';
import { type KeyedNotice, Notices, Push, type PushRequest } from '../notifications/index.js';
import { type ConsumedJournal, JournalConsumer } from '../wallet/index.js';
import { type OutboundEvent, OutboundEvents } from '../webhooks/index.js';
import { Transfers } from './application/ports/transfers.js';
import { fullName } from './domain/full-name.js';
import type { Transfer } from './domain/transfer.js';
import { transferReceivedMail, transferSentMail } from './transfers.mails.js';

interface Wanted {
  readonly id: string;
  /** Keys what follows: the id of the journal, which is the transfer's. */
  readonly eventId: string;
  readonly postedAt: number;
}

interface Completed {
  readonly transfer: Transfer;
  readonly eventId: string;
  readonly postedAt: number;
  readonly sender: User;
  readonly receiver: User;
}

/** Writes notices, mails, push messages and webhooks of transfers. */
@Injectable()
export class TransfersConsumer extends JournalConsumer {
  readonly name = 'transfers';
  readonly kinds = ['transfer'] as const;

  constructor(
    private readonly transfers: Transfers,
    private readonly users: Users,
    private readonly notices: Notices,
    private readonly mailer: Mailer,
    private readonly push: Push,
    private readonly events: OutboundEvents,
  ) {
    super();
  }

  async prepare(journals: readonly ConsumedJournal[]): Promise<() => Promise<void>> {
    const completed = await this.read(journals.map(({ subject: id, postedAt }) => ({ id, eventId: id, postedAt })));
    const notices = completed.flatMap(noticesOf);
    const writeOthers = await this.prepareOthers(completed);
    return async () => {
      await this.notices.addAll(notices);
      await writeOthers();
    };
  }

  /** Writes all but the notices, which an earlier version wrote with the transfer. */
  async prepareEvent(transferId: string, eventId: string): Promise<() => Promise<void>> {
    return this.prepareOthers(await this.read([{ id: transferId, eventId, postedAt: 0 }]));
  }

  private async prepareOthers(completed: readonly Completed[]): Promise<() => Promise<void>> {
    const writeMails = this.mailer.prepareAll(completed.flatMap(mailsOf));
    const writeMessages = await this.push.prepareAll(completed.flatMap(messagesOf));
    const writeEvents = await this.events.prepareAll(completed.map(eventOf));
    return async () => {
      await writeMails();
      await writeMessages();
      await writeEvents();
    };
  }

  /** Those whose parties still exist. */
  private async read(wanted: readonly Wanted[]): Promise<Completed[]> {
    const transfers = await this.transfers.find(wanted.map(({ id }) => id));
    const completed = await Promise.all(
      wanted.map(async ({ id, eventId, postedAt }) => {
        const transfer = transfers.get(id);
        if (!transfer) return [];
        const [sender, receiver] = await Promise.all([this.users.find(transfer.senderId), this.users.find(transfer.receiverId)]);
        return sender && receiver ? [{ transfer, eventId, postedAt, sender, receiver }] : [];
      }),
    );
    return completed.flat();
  }
}

function noticesOf({ transfer: { id, amountKobo, note }, postedAt: createdAt, sender, receiver }: Completed): KeyedNotice[] {
  const amount = formatNaira(amountKobo);
  const received = `You received ${amount} from ${fullName(sender)}`;
  return [
    { id, createdAt, userId: sender.id, subject: 'Transfer sent', message: `You sent ${amount} to ${fullName(receiver)}.` },
    {
      id,
      createdAt,
      userId: receiver.id,
      subject: 'Transfer received',
      message: note === '' ? `${received}.` : `${received}: ${note}`,
    },
  ];
}

function mailsOf({ transfer: { id: transferId, amountKobo }, eventId, sender, receiver }: Completed): MailRequest[] {
  const about = { amount: formatNaira(amountKobo), transferId };
  const mail = (template: MailRequest['template'], to: User, other: User): MailRequest => ({
    to: to.email,
    template,
    data: { ...about, name: to.firstName, other: fullName(other) },
    key: `${eventId}:${to.id}`,
  });
  return [mail(transferSentMail, sender, receiver), mail(transferReceivedMail, receiver, sender)];
}

function messagesOf({ transfer: { amountKobo }, eventId, sender, receiver }: Completed): PushRequest[] {
  const amount = formatNaira(amountKobo);
  return [
    {
      userId: sender.id,
      message: { title: 'Transfer sent', body: `${amount} to ${fullName(receiver)}` },
      key: `${eventId}:${sender.id}`,
    },
    {
      userId: receiver.id,
      message: { title: 'Transfer received', body: `${amount} from ${fullName(sender)}` },
      key: `${eventId}:${receiver.id}`,
    },
  ];
}

function eventOf({ transfer: { id, senderId, receiverId, amountKobo }, eventId }: Completed): OutboundEvent {
  return { id: eventId, name: 'transfer.completed', data: { transferId: id, senderId, receiverId, amountKobo } };
}

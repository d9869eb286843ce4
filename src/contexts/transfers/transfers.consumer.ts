import type { MailTemplate } from '../../kernel/mail.js';
import { Injectable } from '@nestjs/common';
import { itemised, paidKobo, shownCharges } from '../../kernel/charges.js';
import { formatLagosTime } from '../../kernel/lagos-time.js';
import { maskEmail } from '../../kernel/masking.js';
import { formatAmount, formatNaira } from '../../kernel/money.js';
import { Contributes } from '../../kernel/registry.js';
import type { OutboundEvent, UserMessage } from '../../kernel/told.js';
import { type PaidTo, Payees } from '../payees/index.js';
import { type User, Users } from '../sign-in/index.js';
import { type BalancesAfter, type ConsumedJournal, JournalConsumer, type JournalView } from '../../ledger/index.js';
import { Transfers, fullName, shortName, type Transfer } from './transfers.js';

export const transferSentMail: MailTemplate = {
  name: 'transfer-sent',
  class: 'money',
  subject: 'You sent {{amount}} to {{other}}',
  greeting: 'Hello {{name}},',
  lead: 'You sent {{amount}} to {{other}} from your wallet.',
  facts: [
    ['Amount', '{{amount}}'],
    ['{{feeName}}', '{{fee}}'],
    ['{{dutyName}}', '{{duty}}'],
    ['{{vatName}}', '{{vat}}'],
    ['Total', '{{total}}'],
    ['To', '{{other}}, {{otherAddress}}'],
    ['Narration', '{{narration}}'],
    ['Reference', '{{reference}}'],
    ['Time', '{{time}}'],
    ['Balance afterwards', '{{balance}}'],
  ],
  warning:
    'If this was not you, change your password in the app now and tell our support. The new password signs all other devices out.',
};

export const transferReceivedMail: MailTemplate = {
  name: 'transfer-received',
  class: 'money',
  subject: 'You received {{amount}} from {{other}}',
  greeting: 'Hello {{name}},',
  lead: '{{other}} sent you {{amount}}. It is in your wallet now.',
  facts: [
    ['Amount', '{{amount}}'],
    ['From', '{{other}}, {{otherAddress}}'],
    ['Narration', '{{narration}}'],
    ['Reference', '{{reference}}'],
    ['Time', '{{time}}'],
    ['Balance afterwards', '{{balance}}'],
  ],
  warning: 'If you do not know the sender, leave the money where it is and tell our support. Do not send it back yourself.',
};

interface Completed {
  /** Its id is the journal's. */
  readonly transfer: Transfer;
  readonly postedAt: number;
  readonly sender: User;
  readonly receiver: User;
  readonly balancesAfter: BalancesAfter;
}

/** Messages about transfers. */
@Injectable()
@Contributes(JournalConsumer)
export class TransfersConsumer extends JournalConsumer {
  readonly name = 'transfers';
  readonly kinds = ['transfer'] as const;

  constructor(
    private readonly transfers: Transfers,
    private readonly users: Users,
    private readonly payees: Payees,
  ) {
    super();
  }

  async view(journals: readonly ConsumedJournal[], balancesAfter: BalancesAfter): Promise<JournalView> {
    const completed = await this.read(journals, balancesAfter);
    return {
      messages: completed.flatMap(messagesOf),
      events: completed.map(eventOf),
      prepare: () => this.payees.prepareUses(completed.map(useOf)),
    };
  }

  /** Transfers whose parties exist. */
  private async read(journals: readonly ConsumedJournal[], balancesAfter: BalancesAfter): Promise<Completed[]> {
    const transfers = await this.transfers.find(journals.map(({ subject }) => subject));
    const completed = await Promise.all(
      journals.map(async ({ subject, postedAt }) => {
        const transfer = transfers.get(subject);
        if (!transfer) return [];
        const [sender, receiver] = await Promise.all([this.users.find(transfer.senderId), this.users.find(transfer.receiverId)]);
        return sender && receiver ? [{ transfer, postedAt, sender, receiver, balancesAfter }] : [];
      }),
    );
    return completed.flat();
  }
}

function messagesOf(completed: Completed): UserMessage[] {
  const { transfer, postedAt, sender, receiver } = completed;
  const amount = formatNaira(transfer.amountKobo);
  const received = `You received ${amount} from ${fullName(sender)}`;
  const message = (
    user: User,
    other: User,
    template: MailTemplate,
    subject: string,
    text: string,
    push: string,
  ): UserMessage => ({
    causeId: transfer.id,
    user,
    notice: { subject, message: text, createdAt: postedAt },
    mail: { template, data: mailData(completed, user, other) },
    push: { title: subject, body: push },
  });
  return [
    message(
      sender,
      receiver,
      transferSentMail,
      'Transfer sent',
      `You sent ${amount} to ${fullName(receiver)}.`,
      `${amount} to ${fullName(receiver)}`,
    ),
    message(
      receiver,
      sender,
      transferReceivedMail,
      'Transfer received',
      transfer.note === '' ? `${received}.` : `${received}: ${transfer.note}`,
      `${amount} from ${fullName(sender)}`,
    ),
  ];
}

function mailData({ transfer, postedAt, balancesAfter }: Completed, user: User, other: User) {
  const { id: reference, amountKobo, charges, receiverId, receiverEmail, note: narration } = transfer;
  const balanceKobo = balancesAfter(reference, user.id);
  return {
    name: user.firstName,
    other: shortName(other),
    // The receiver's address at the time of the transfer.
    otherAddress: maskEmail(other.id === receiverId ? receiverEmail : other.email),
    amount: formatAmount(amountKobo),
    ...shownCharges(transfer),
    total: charges.length === 0 ? '' : formatAmount(paidKobo(transfer)),
    narration,
    reference,
    time: formatLagosTime(postedAt),
    balance: balanceKobo === undefined ? '' : formatAmount(balanceKobo),
  };
}

function eventOf({ transfer }: Completed): OutboundEvent {
  const { id, senderId, receiverId, amountKobo } = transfer;
  return { id, name: 'transfer.completed', data: { transferId: id, senderId, receiverId, amountKobo, ...itemised(transfer) } };
}

function useOf({ transfer: { senderId: by, receiverId }, postedAt: at }: Completed): PaidTo {
  return { by, to: { kind: 'user', receiverId }, at };
}

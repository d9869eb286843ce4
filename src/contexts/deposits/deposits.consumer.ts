import type { MailTemplate } from '../../kernel/mail.js';
import { Injectable } from '@nestjs/common';
import { formatLagosTime } from '../../kernel/lagos-time.js';
import { formatAmount, formatNaira, type Kobo, ZERO_KOBO } from '../../kernel/money.js';
import { Contributes } from '../../kernel/registry.js';
import type { OutboundEvent, UserMessage } from '../../kernel/told.js';
import { type User, Users } from '../sign-in/index.js';
import { beyondKobo, PaymentLimits } from '../tariffs/index.js';
import { type BalancesAfter, type ConsumedJournal, JournalConsumer, type JournalView } from '../../ledger/index.js';
import { type CreditedDeposit, DepositOrders } from './orders.js';

export const depositReceivedMail: MailTemplate = {
  name: 'deposit-received',
  class: 'money',
  subject: 'Your deposit of {{amount}} has arrived',
  greeting: 'Hello {{name}},',
  lead: 'Your deposit of {{amount}} has arrived and is in your wallet now.',
  facts: [
    ['Amount', '{{amount}}'],
    ['Amount of the order', '{{ordered}}'],
    ['Order', '{{order}}'],
    ['Reference', '{{reference}}'],
    ['Time', '{{time}}'],
    ['Balance afterwards', '{{balance}}'],
    ['Blocked until you verify more of who you are', '{{blocked}}'],
  ],
  warning: 'If you did not pay this in, leave the money where it is and tell our support.',
};

export const depositReversedMail: MailTemplate = {
  name: 'deposit-reversed',
  class: 'money',
  subject: 'Your deposit of {{amount}} was taken back',
  greeting: 'Hello {{name}},',
  lead: 'The bank took back your deposit of {{amount}}, so the money has left your wallet again.',
  facts: [
    ['Amount', '{{amount}}'],
    ['Order', '{{order}}'],
    ['Reference', '{{reference}}'],
    ['Time', '{{time}}'],
    ['Balance afterwards', '{{balance}}'],
  ],
  warning: 'If you do not know why, ask the bank that you paid from, or our support.',
};

interface Credited {
  readonly journalId: string;
  readonly postedAt: number;
  readonly deposit: CreditedDeposit;
  readonly user: User | undefined;
  readonly balancesAfter: BalancesAfter;
  /** The most that the account may hold; undefined if nothing limits it. */
  readonly balanceLimitKobo?: Kobo | undefined;
}

/** What is told of deposits that were credited or taken back. */
@Injectable()
@Contributes(JournalConsumer)
export class DepositsConsumer extends JournalConsumer {
  readonly name = 'deposits';
  readonly kinds = ['deposit', 'reversal'] as const;

  constructor(
    private readonly orders: DepositOrders,
    private readonly users: Users,
    private readonly limits: PaymentLimits,
  ) {
    super();
  }

  async view(journals: readonly ConsumedJournal[], balancesAfter: BalancesAfter): Promise<JournalView> {
    const ofKind = (wanted: string) => journals.filter(({ kind }) => kind === wanted);
    const credited = await this.credited(ofKind('deposit'), balancesAfter);
    const reversed = await this.reversed(ofKind('reversal'), balancesAfter);
    return { messages: [...credited.flatMap(messagesOf), ...reversed], events: credited.map(eventOf) };
  }

  private async credited(journals: readonly ConsumedJournal[], balancesAfter: BalancesAfter): Promise<Credited[]> {
    if (journals.length === 0) return [];
    // The journal of a payment has its id.
    const deposits = await this.orders.credited(journals.map(({ id }) => id));
    const credited = journals.map(async ({ id: journalId, postedAt }) => {
      // Payments in suspense have no order, and the ledger says who was credited.
      const deposit = deposits.get(journalId);
      if (!deposit || balancesAfter(journalId, deposit.userId) === undefined) return [];
      const [user, balanceLimitKobo] = await Promise.all([
        this.users.find(deposit.userId),
        this.limits.balanceKobo(deposit.userId),
      ]);
      return [{ journalId, postedAt, deposit, user, balancesAfter, balanceLimitKobo }];
    });
    return (await Promise.all(credited)).flat();
  }

  /** Reversals of purchases have none of these deposits. */
  private async reversed(journals: readonly ConsumedJournal[], balancesAfter: BalancesAfter): Promise<UserMessage[]> {
    if (journals.length === 0) return [];
    const deposits = await this.orders.reversed(journals);
    const messages = journals.map(async ({ id: journalId, postedAt }) => {
      const deposit = deposits.get(journalId);
      const user = deposit && (await this.users.find(deposit.userId));
      const isTaken = deposit?.orderId !== '' || balancesAfter(journalId, deposit.userId) !== undefined;
      return user && isTaken ? [reversalMessage({ journalId, postedAt, deposit, user, balancesAfter }, user)] : [];
    });
    return (await Promise.all(messages)).flat();
  }
}

function reversalMessage(reversed: Credited, user: User): UserMessage {
  const { deposit, journalId, postedAt } = reversed;
  const amount = formatNaira(deposit.amountKobo);
  const subject = 'Deposit reversed';
  return {
    causeId: journalId,
    user,
    notice: { subject, message: `The bank took back your deposit of ${amount}.`, createdAt: postedAt },
    mail: { template: depositReversedMail, data: mailData(reversed, user) },
    push: { title: subject, body: `The bank took back ${amount}.` },
  };
}

function messagesOf(credited: Credited): UserMessage[] {
  const { deposit, journalId, postedAt, user } = credited;
  if (!user) return [];
  const amount = formatNaira(deposit.amountKobo);
  const subject = 'Deposit received';
  return [
    {
      causeId: journalId,
      user,
      notice: { subject, message: creditedText(deposit), ...limitText(credited, user), createdAt: postedAt },
      mail: { template: depositReceivedMail, data: mailData(credited, user) },
      push: { title: subject, body: `${amount} is in your wallet.` },
    },
  ];
}

function blockedOf({ deposit, journalId, balancesAfter, balanceLimitKobo }: Credited, { id }: User): Kobo {
  if (balanceLimitKobo === undefined) return ZERO_KOBO;
  return beyondKobo(deposit.amountKobo, balancesAfter(journalId, id) ?? 0, balanceLimitKobo);
}

/** Money that has arrived is credited whatever the limit, which is another one when more of the user is verified. */
function limitText(credited: Credited, user: User): { moment?: string } {
  const blocked = blockedOf(credited, user);
  if (blocked === 0) return {};
  return {
    moment: ` Your balance is over the ${formatNaira(credited.balanceLimitKobo!)} that your account may hold. ${formatNaira(blocked)} of this deposit is blocked: you can use it once you verify more of who you are.`,
  };
}

function mailData(credited: Credited, user: User) {
  const { journalId, deposit, postedAt, balancesAfter } = credited;
  const blocked = blockedOf(credited, user);
  const { amountKobo, orderedKobo, orderId: order } = deposit;
  const balanceKobo = balancesAfter(journalId, user.id);
  return {
    name: user.firstName,
    amount: formatAmount(amountKobo),
    ordered: amountKobo === orderedKobo ? '' : formatAmount(orderedKobo),
    order,
    reference: journalId,
    time: formatLagosTime(postedAt),
    balance: balanceKobo === undefined ? '' : formatAmount(balanceKobo),
    blocked: blocked === 0 ? '' : formatAmount(blocked),
  };
}

function eventOf({ deposit: { orderId, userId, amountKobo }, journalId }: Credited): OutboundEvent {
  return { id: journalId, name: 'deposit.completed', data: { orderId, userId, paymentId: journalId, amountKobo } };
}

function creditedText({ orderedKobo, amountKobo }: CreditedDeposit): string {
  const credited = `${formatNaira(amountKobo)} has been added to your wallet.`;
  if (amountKobo === orderedKobo) return credited;
  const difference = amountKobo < orderedKobo ? 'less' : 'more';
  return `${credited} That is ${difference} than the ${formatNaira(orderedKobo)} of your deposit order.`;
}

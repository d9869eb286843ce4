import { Injectable } from '@nestjs/common';
import { formatNaira } from '../../kernel/money.js';
import { type User, Users } from '../identity/index.js';
import { type UserMessage, UserMessages } from '../notifications/index.js';
import { type ConsumedJournal, JournalConsumer } from '../wallet/index.js';
import { type OutboundEvent, OutboundEvents } from '../webhooks/index.js';
import { type CreditedDeposit, DepositOrders } from './application/ports/deposit-orders.js';
import { depositReceivedMail, depositReversedMail } from './deposits.mails.js';

interface Cause {
  readonly paymentId: string;
  /** Id of the journal, which is the payment's, or of the event in the outbox. */
  readonly causeId: string;
  /** Undefined where the notice was written with the credit. */
  readonly postedAt: number | undefined;
}

interface Credited extends Cause {
  readonly deposit: CreditedDeposit;
  readonly user: User | undefined;
}

/** Writes notices, mails, push messages and webhooks of deposits that were credited or taken back. */
@Injectable()
export class DepositsConsumer extends JournalConsumer {
  readonly name = 'deposits';
  readonly kinds = ['deposit', 'reversal'] as const;

  constructor(
    private readonly orders: DepositOrders,
    private readonly users: Users,
    private readonly messages: UserMessages,
    private readonly events: OutboundEvents,
  ) {
    super();
  }

  async prepare(journals: readonly ConsumedJournal[]): Promise<() => Promise<void>> {
    const deposits = journals.filter(({ kind }) => kind === 'deposit');
    const writeCredits = await this.prepareAll(deposits.map(({ id, postedAt }) => ({ paymentId: id, causeId: id, postedAt })));
    const writeReversals = await this.prepareReversals(journals.filter(({ kind }) => kind === 'reversal'));
    return async () => {
      await writeCredits();
      await writeReversals();
    };
  }

  /** For an event of an earlier version, which wrote the notice with the credit. */
  prepareEvent(paymentId: string, eventId: string): Promise<() => Promise<void>> {
    return this.prepareAll([{ paymentId, causeId: eventId, postedAt: undefined }]);
  }

  private async prepareAll(causes: readonly Cause[]): Promise<() => Promise<void>> {
    if (causes.length === 0) return () => Promise.resolve();
    const deposits = await this.orders.credited(causes.map(({ paymentId }) => paymentId));
    const credited = await Promise.all(
      causes.map(async (cause) => {
        // Payments in suspense have no order.
        const deposit = deposits.get(cause.paymentId);
        return deposit ? [{ ...cause, deposit, user: await this.users.find(deposit.userId) }] : [];
      }),
    ).then((found) => found.flat());
    const writeMessages = await this.messages.prepareAll(credited.flatMap(messagesOf));
    const writeEvents = await this.events.prepareAll(credited.map(eventOf));
    return async () => {
      await writeMessages();
      await writeEvents();
    };
  }

  /** Reversals of purchases have none of these deposits. */
  private async prepareReversals(journals: readonly ConsumedJournal[]): Promise<() => Promise<void>> {
    if (journals.length === 0) return () => Promise.resolve();
    const deposits = await this.orders.reversed(journals);
    const messages = await Promise.all(
      journals.map(async ({ id, postedAt }) => {
        const deposit = deposits.get(id);
        const user = deposit && (await this.users.find(deposit.userId));
        return user ? [reversalMessage(deposit, user, id, postedAt)] : [];
      }),
    );
    return this.messages.prepareAll(messages.flat());
  }
}

function reversalMessage({ amountKobo, orderId }: CreditedDeposit, user: User, causeId: string, postedAt: number): UserMessage {
  const amount = formatNaira(amountKobo);
  const subject = 'Deposit reversed';
  return {
    causeId,
    user,
    notice: { subject, message: `The bank took back your deposit of ${amount}.`, createdAt: postedAt },
    mail: { template: depositReversedMail, data: { name: user.firstName, amount, orderId } },
    push: { title: subject, body: `The bank took back ${amount}.` },
  };
}

function messagesOf({ deposit, causeId, postedAt, user }: Credited): UserMessage[] {
  if (!user) return [];
  const amount = formatNaira(deposit.amountKobo);
  const subject = 'Deposit received';
  return [
    {
      causeId,
      user,
      notice: postedAt === undefined ? undefined : { subject, message: creditedText(deposit), createdAt: postedAt },
      mail: { template: depositReceivedMail, data: { name: user.firstName, amount, orderId: deposit.orderId } },
      push: { title: subject, body: `${amount} is in your wallet.` },
    },
  ];
}

function eventOf({ deposit: { orderId, userId, amountKobo }, paymentId, causeId }: Credited): OutboundEvent {
  return { id: causeId, name: 'deposit.completed', data: { orderId, userId, paymentId, amountKobo } };
}

function creditedText({ orderedKobo, amountKobo }: CreditedDeposit): string {
  const credited = `${formatNaira(amountKobo)} has been added to your wallet.`;
  if (amountKobo === orderedKobo) return credited;
  const difference = amountKobo < orderedKobo ? 'less' : 'more';
  return `${credited} That is ${difference} than the ${formatNaira(orderedKobo)} of your deposit order.`;
}

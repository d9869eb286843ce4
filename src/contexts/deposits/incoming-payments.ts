import { Injectable } from '@nestjs/common';
import { Replayed, type RawRequest } from '../../kernel/caller.js';
import { Failure } from '../../kernel/failure.js';
import { exactText } from '../../kernel/exact-text.js';
import { newId } from '../../kernel/ids.js';
import { formatNaira, kobo } from '../../kernel/money.js';
import { SystemLogs } from '../system-logs/index.js';
import {
  DEBTS_ACCOUNT,
  depositClearing,
  isSystemAccount,
  type Journal,
  Journals,
  Ledger,
  type LedgerCommand,
  SUSPENSE_ACCOUNT,
  ledgerFailures,
} from '../../ledger/index.js';
import { type BookedPayment, DepositPayments, CreditPayment } from './credits.js';
import { DepositOrders } from './orders.js';
import type { DepositProvider, PaymentQuestion, RejectedPayment } from './deposit-provider.js';
import { type User, Users } from '../sign-in/index.js';
import { Notices } from '../notifications/index.js';
import { WebhookHandler, type WebhookIdentity } from '../webhooks/index.js';

/** With the id of the payment. No provider is called so. */
export const REVERSAL_LOG = 'deposit:reversed:';

/**
 * Takes back what was credited for a transaction that its provider reversed, once. Where the wallet has less, it becomes a debt,
 * so that the clearing account agrees with the provider, and staff are told.
 */
@Injectable()
export class ReversePayments {
  constructor(
    private readonly payments: DepositPayments,
    private readonly orders: DepositOrders,
    private readonly ledger: Ledger,
    private readonly journals: Journals,
    private readonly systemLogs: SystemLogs,
  ) {}

  async execute(provider: string, providerReference: string): Promise<void> {
    // Again where staff moved a payment out of suspense in between.
    for (let isStale = true; isStale;) {
      isStale = false;
      for (const payment of await this.payments.listUnreversed(provider, providerReference))
        if ((await this.reverse(payment)) === 'stale') isStale = true;
    }
  }

  private async reverse(payment: BookedPayment): Promise<'done' | 'stale'> {
    const userId = await this.creditedTo(payment);
    if (userId === undefined) return this.fromOurs(payment, undefined);
    const taken = await this.fromWallet(payment, userId);
    return taken === 'insufficient' ? this.fromOurs(payment, userId) : taken;
  }

  /** As the ledger says; undefined where it is in suspense, or was returned to its payer. */
  private async creditedTo({ id, settlementId, amountKobo, orderId, assignedTo }: BookedPayment): Promise<string | undefined> {
    const [journal] = await this.journals.find([settlementId || id]);
    const isArchived = journal?.lines.length === 0;
    if (isArchived) return orderId === '' ? assignedTo || undefined : (await this.orders.find(orderId))?.userId;
    return journal?.lines.find((line) => line.amountKobo === amountKobo && !isSystemAccount(line.account))?.account;
  }

  /** Stores a refusal where the wallet has less, so that a repeat goes the same way. */
  private async fromWallet(payment: BookedPayment, userId: string): Promise<'done' | 'stale' | 'insufficient'> {
    try {
      const committed = await this.ledger.commit(this.commandFor(payment, userId, 'deposit.reversal', undefined));
      if (committed === 'stale') return 'stale';
      return committed instanceof Replayed && committed.record.state === 'refused' ? 'insufficient' : 'done';
    } catch (error) {
      if (error instanceof Failure && error.is(ledgerFailures.insufficient_funds)) return 'insufficient';
      throw error;
    }
  }

  /** From suspense where it is there still, else as a debt. */
  private async fromOurs(payment: BookedPayment, userId: string | undefined): Promise<'done' | 'stale'> {
    // What staff had returned is owed by its payer.
    const debtorId = userId ?? (payment.settlementId === '' ? undefined : '');
    const account = debtorId === undefined ? SUSPENSE_ACCOUNT : DEBTS_ACCOUNT;
    // The name that the command has in books of versions before.
    const command = this.commandFor(payment, account, 'deposit.reversal.suspense', debtorId);
    const committed = await this.ledger.commit(command);
    if (committed === 'stale') return 'stale';
    const reversed = `${payment.provider} reversed ${formatNaira(payment.amountKobo)} (transaction ${payment.transactionId})`;
    const key = `${REVERSAL_LOG}${payment.id}`;
    if (userId !== undefined)
      await this.systemLogs.record({
        kind: 'error',
        description: `${reversed} of ${nameOf(payment)}; the wallet of ${userId} has less, so it is owed`,
        key,
      });
    else if (payment.settlementId === '')
      await this.systemLogs.record({ kind: 'warning', description: `${reversed}, which was in suspense`, key });
    else
      await this.systemLogs.record({
        kind: 'error',
        description: `${reversed}, which staff had returned to its payer, so it is owed`,
        key,
      });
    return 'done';
  }

  private commandFor(payment: BookedPayment, account: string, action: string, debtorId: string | undefined): LedgerCommand {
    const { provider, transactionId, orderId, amountKobo } = payment;
    const journal = reversalOf(payment, account);
    return {
      idempotencyKey: {
        scope: 'system',
        action,
        key: exactText(`${provider}:${transactionId}`),
        fingerprint: String(amountKobo),
      },
      response: null,
      journal,
      updates: [
        this.payments.reversal(payment, journal.id, debtorId),
        ...(orderId === '' ? [] : [this.orders.reversal(orderId)]),
      ],
    };
  }
}

function nameOf({ id, orderId }: BookedPayment): string {
  return orderId === '' ? `payment ${id}, which staff had assigned` : `deposit order ${orderId}`;
}

function reversalOf(payment: BookedPayment, account: string): Journal {
  const { id, provider, orderId, amountKobo } = payment;
  const subject = orderId === '' ? id : orderId;
  return {
    id: newId(),
    kind: 'reversal',
    subject,
    postings: [
      { account, amountKobo: kobo(-amountKobo), note: 'Deposit reversed by the bank' },
      { account: depositClearing(provider), amountKobo, note: `Reversal of deposit ${subject}` },
    ],
  };
}

@Injectable()
export class CollectPayments {
  constructor(
    private readonly creditPayment: CreditPayment,
    private readonly reversePayments: ReversePayments,
  ) {}

  /** The provider's answer; `paid`: it received payments, which are now credited. */
  async execute(
    provider: DepositProvider,
    question: PaymentQuestion,
  ): Promise<'paid' | 'reversed' | 'nothing' | 'not_found' | 'unknown'> {
    const answer = await provider.payments(question);
    switch (answer.outcome) {
      case 'not_found':
      case 'unknown':
        return answer.outcome;
      case 'reversed':
        await this.reversePayments.execute(provider.name, answer.providerReference);
        return 'reversed';
      case 'known':
        await this.creditPayment.execute(provider.name, answer);
        return answer.payments.length > 0 || answer.total ? 'paid' : 'nothing';
    }
  }
}

/** Money that its bank sent back never was ours: its payer is told why it does not arrive, once. */
@Injectable()
export class ReportRejection {
  constructor(
    private readonly orders: DepositOrders,
    private readonly users: Users,
    private readonly notices: Notices,
    private readonly ledger: Ledger,
  ) {}

  async execute(provider: string, rejected: RejectedPayment): Promise<void> {
    const user = await this.payerOf(provider, rejected);
    if (!user) return;
    const amount = rejected.amountKobo === undefined ? '' : ` of ${formatNaira(rejected.amountKobo)}`;
    const why = rejected.reason === '' ? '' : ` (${rejected.reason})`;
    const message = `A bank transfer${amount} for your deposit was refused by the receiving bank${why}. It goes back to the account it came from.`;
    await this.ledger.commit({
      idempotencyKey: {
        scope: 'system',
        action: 'deposit.rejection',
        key: exactText(`${provider}:${rejected.id}`),
        fingerprint: '',
      },
      response: null,
      inserts: [this.notices.toRow({ userId: user.id, subject: 'Deposit refused by the bank', message })],
    });
  }

  /** Found by order, else by the customer's address. */
  private async payerOf(provider: string, { reference, customerEmail }: RejectedPayment): Promise<User | undefined> {
    const order = reference === undefined ? undefined : await this.orders.find(reference);
    if (order?.provider === provider) return this.users.find(order.userId);
    return customerEmail === undefined ? undefined : this.users.findByEmail(customerEmail.toLowerCase());
  }
}

/** A webhook only causes a query of the provider. */
export class DepositWebhookHandler extends WebhookHandler {
  readonly provider: string;

  constructor(
    private readonly source: DepositProvider,
    private readonly collectPayments: CollectPayments,
    private readonly reportRejection: ReportRejection,
  ) {
    super();
    this.provider = source.name;
  }

  identify(request: RawRequest): WebhookIdentity | undefined {
    return this.source.identifyWebhook(request);
  }

  async process(payload: string): Promise<void> {
    const { questions, announcesPayment, rejected } = await this.source.readWebhook(payload);
    for (const question of questions) {
      const answer = await this.collectPayments.execute(this.source, question);
      // The job is retried until the provider lists the announced payment.
      if (answer === 'unknown' || (announcesPayment && answer !== 'paid' && answer !== 'reversed'))
        throw new Error(`${this.provider} sent a webhook and answers ${answer}`);
    }
    if (rejected) await this.reportRejection.execute(this.provider, rejected);
  }
}

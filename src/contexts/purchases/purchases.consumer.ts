import type { MailFact, MailTemplate } from '../../kernel/mail.js';
import { type PurchaseEnd, Purchases, type RevealedPurchase, totalKobo } from './purchases.js';
import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { countKinds, labelOf, withoutSeparators } from '../../kernel/deliverable.js';
import { formatLagosTime } from '../../kernel/lagos-time.js';
import { itemised, shownCharges } from '../../kernel/charges.js';
import { maskSerial } from '../../kernel/masking.js';
import { formatAmount, type Kobo } from '../../kernel/money.js';
import { Contributes } from '../../kernel/registry.js';
import type { OutboundEvent, UserMessage } from '../../kernel/told.js';
import { JobQueue, type JobRequest } from '../../platform/queue/job-queue.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { type PaidTo, Payees } from '../payees/index.js';
import { type User, Users } from '../sign-in/index.js';
import { type BalancesAfter, type ConsumedJournal, JournalConsumer, type JournalView, Wallets } from '../../ledger/index.js';
import { BillerProviders } from '../billers/index.js';
import { reversalCheck, REFERRAL_JOB, REFERRAL_REVERSAL_JOB } from './purchases.jobs.js';
import { endNotice } from './settle-purchase.js';
import { REFERRAL_PURCHASE_KOBO } from './referrals.js';

const PURCHASE: readonly MailFact[] = [
  ['Item', '{{item}}'],
  ['Biller', '{{biller}}'],
  ['Customer', '{{customer}}'],
  ['Amount', '{{amount}}'],
  ['{{feeName}}', '{{fee}}'],
  ['{{surchargeName}}', '{{surcharge}}'],
  ['{{vatName}}', '{{vat}}'],
];

const RECORD: readonly MailFact[] = [
  ['Order', '{{order}}'],
  ['Reference', '{{reference}}'],
  ['Time', '{{time}}'],
];

export const purchaseMails: Readonly<Record<PurchaseEnd, MailTemplate>> = {
  completed: {
    name: 'purchase-completed',
    class: 'money',
    subject: '{{item}} of {{amount}} was delivered',
    greeting: 'Hello {{name}},',
    lead: 'Your purchase of {{item}} for {{amount}} was delivered.',
    facts: [...PURCHASE, ['Total paid', '{{total}}'], ...RECORD, ['Wallet balance', '{{balance}}']],
    warning:
      'If this was not you, change your password in the app now and tell our support. The new password signs all other devices out.',
  },
  failed: {
    name: 'purchase-failed',
    class: 'money',
    subject: '{{item}} could not be delivered, {{total}} went back to your wallet',
    greeting: 'Hello {{name}},',
    lead: 'Your purchase of {{item}} could not be delivered, and {{total}} went back to your wallet.',
    facts: [...PURCHASE, ['Paid back', '{{total}}'], ...RECORD, ['Balance afterwards', '{{balance}}']],
    warning: 'If you did not order this, change your password in the app now and tell our support.',
  },
  reversed: {
    name: 'purchase-reversed',
    class: 'money',
    subject: '{{item}} was taken back, {{total}} went back to your wallet',
    greeting: 'Hello {{name}},',
    lead: '{{biller}} took back {{item}} after its delivery, and {{total}} went back to your wallet.',
    facts: [...PURCHASE, ['Paid back', '{{total}}'], ...RECORD, ['Balance afterwards', '{{balance}}']],
    warning: 'If the item still works, or you do not know why it was taken back, tell our support.',
  },
};

interface EndedPurchase {
  readonly purchaseId: string;
  readonly end: PurchaseEnd;
  /** Id of the journal. */
  readonly causeId: string;
  readonly postedAt: number;
}

interface Ended extends EndedPurchase {
  readonly purchase: RevealedPurchase;
  readonly user: User | undefined;
  readonly balanceKobo: Kobo | undefined;
}

const ENDS = { settlement: 'completed', refund: 'failed', return: 'reversed' } as const;

/** Messages about purchases that end, and the jobs of a referral bonus and of the first reversal check. */
@Injectable()
@Contributes(JournalConsumer)
export class PurchasesConsumer extends JournalConsumer {
  readonly name = 'billing';
  readonly kinds = ['settlement', 'refund', 'return'] as const;

  private readonly counted: Counter<'end'>;

  constructor(
    private readonly purchases: Purchases,
    private readonly users: Users,
    private readonly payees: Payees,
    private readonly queue: JobQueue,
    private readonly providers: BillerProviders,
    private readonly wallets: Wallets,
    metrics: Metrics,
  ) {
    super();
    this.counted = metrics.counter('harmattan_purchases_total', 'Purchases that ended: completed, failed, reversed', ['end']);
  }

  async view(journals: readonly ConsumedJournal[], balancesAfter: BalancesAfter): Promise<JournalView> {
    const ends = journals.map(({ id, kind, subject, postedAt }) => ({
      purchaseId: subject,
      end: ENDS[kind as keyof typeof ENDS],
      causeId: id,
      postedAt,
    }));
    const purchases = await this.purchases.revealAll(ends.map(({ purchaseId }) => purchaseId));
    const found = await Promise.all(
      ends.map(async (end): Promise<Ended[]> => {
        const purchase = purchases.get(end.purchaseId);
        if (!purchase) return [];
        const { userId } = purchase;
        // A settlement posts nothing to the wallet.
        const balance = end.end === 'completed' ? this.wallets.balanceOf(userId) : balancesAfter(end.causeId, userId);
        const [user, balanceKobo] = await Promise.all([this.users.find(userId), balance]);
        return [{ ...end, purchase, user, balanceKobo }];
      }),
    );
    const ended = found.flat();
    return { messages: ended.flatMap(messagesOf), events: ended.map(eventOf), prepare: () => this.prepare(ended) };
  }

  private async prepare(ended: readonly Ended[]): Promise<() => Promise<void>> {
    const countUses = await this.payees.prepareUses(ended.filter(({ end }) => end === 'completed').map(useOf));
    const jobs = ended.flatMap((end) => [...referralJobsOf(end), ...this.reversalChecksOf(end)]);
    return async () => {
      await countUses();
      await this.queue.add(...jobs);
      for (const { end } of ended) this.counted.inc({ end });
    };
  }

  /** The first check finds out whether this purchase's provider is such a one. */
  private reversalChecksOf({ purchase: { id }, end }: Ended): JobRequest[] {
    const isAsked = this.providers.all.some((provider) => !provider.reversedSince);
    return isAsked && end === 'completed' ? reversalCheck(id, 1) : [];
  }
}

function useOf({ purchase: { userId: by, billerId, itemId, customer }, postedAt: at }: Ended): PaidTo {
  return { by, to: { kind: 'customer', billerId, itemId, customerId: customer.id }, at };
}

function messagesOf(ended: Ended): UserMessage[] {
  const { purchase, end, causeId, postedAt, user } = ended;
  if (!user) return [];
  const { subject, message } = endNotice(purchase, end);
  return [
    {
      causeId,
      user,
      notice: { subject, message, createdAt: postedAt },
      mail: { template: purchaseMails[end], data: mailData(ended, user), codes: codesOf(ended) },
      push: { title: subject, body: message },
    },
  ];
}

function mailData({ purchase, postedAt, balanceKobo }: Ended, user: User) {
  return {
    name: user.firstName,
    item: purchase.itemName,
    biller: purchase.billerName,
    customer: maskSerial(purchase.customer.id),
    amount: formatAmount(purchase.amountKobo),
    ...shownCharges(purchase),
    total: formatAmount(totalKobo(purchase)),
    reference: purchase.reference,
    order: purchase.id,
    time: formatLagosTime(postedAt),
    balance: balanceKobo === undefined ? '' : formatAmount(balanceKobo),
  };
}

function codesOf({ purchase, end }: Ended): readonly MailFact[] {
  return end === 'completed' ? purchase.deliverables.map((each) => [labelOf(each), withoutSeparators(each.value)]) : [];
}

/** The event tells kinds and counts of deliverables only. */
function eventOf({ purchase, end, causeId }: Ended): OutboundEvent {
  const { id: purchaseId, userId, billerId, categoryId, amountKobo } = purchase;
  const delivered = end === 'completed' ? { deliverables: countKinds(purchase.deliverables) } : {};
  const data = { purchaseId, userId, billerId, categoryId, amountKobo, ...itemised(purchase), ...delivered };
  return { id: causeId, name: `purchase.${end}`, data };
}

/** Most purchases are too small for a bonus, and most buyers were not referred. */
function referralJobsOf({ purchase: { id, amountKobo }, end, user }: Ended): JobRequest[] {
  if (end === 'failed' || amountKobo < REFERRAL_PURCHASE_KOBO || !user?.referrerId) return [];
  const name = end === 'completed' ? REFERRAL_JOB : REFERRAL_REVERSAL_JOB;
  return [{ name, key: id, data: { purchaseId: id } }];
}

import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { itemised } from '../../kernel/charges.js';
import { Contributes } from '../../kernel/registry.js';
import { type ConsumedJournal, JournalConsumer, Wallets } from '../../ledger/index.js';
import { JobQueue, type JobRequest } from '../../platform/queue/job-queue.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { type UserMessage, UserMessages } from '../notifications/index.js';
import { Payees } from '../payees/index.js';
import { Users } from '../sign-in/index.js';
import { type OutboundEvent, OutboundEvents } from '../webhooks/index.js';
import { payoutMails, messageOf, type ToldOfPayout, endNotice } from './payout-messages.js';
import { Payouts, PayoutSettings, type Payout, type PayoutEnd } from './payouts.js';
import { onItsWay, returnCheck } from './payouts.jobs.js';

const ENDS = { settlement: 'completed', refund: 'failed', return: 'reversed' } as const;
const EVENTS = { completed: 'payout.completed', failed: 'payout.failed', reversed: 'payout.returned' } as const;

interface Happened {
  readonly payout: Payout;
  /** Undefined where it was ordered. */
  readonly end: PayoutEnd | undefined;
  readonly causeId: string;
  /** Undefined without a user who can be told. */
  readonly told: ToldOfPayout | undefined;
}

/** Writes notices, mails, push messages and webhooks of payouts that are ordered and that end, and the jobs that look after them. */
@Injectable()
@Contributes(JournalConsumer)
export class PayoutsConsumer extends JournalConsumer {
  readonly name = 'payouts';
  readonly kinds = ['payout', 'settlement', 'refund', 'return'] as const;

  private readonly counted: Counter<'end'>;

  constructor(
    private readonly payouts: Payouts,
    private readonly users: Users,
    private readonly messages: UserMessages,
    private readonly events: OutboundEvents,
    private readonly payees: Payees,
    private readonly queue: JobQueue,
    private readonly wallets: Wallets,
    private readonly settings: PayoutSettings,
    metrics: Metrics,
  ) {
    super();
    this.counted = metrics.counter('harmattan_payouts_total', 'Payouts that ended: completed, failed, reversed', ['end']);
  }

  async prepare(journals: readonly ConsumedJournal[]): Promise<() => Promise<void>> {
    const payouts = await this.payouts.findAll(journals.map(({ subject }) => subject));
    if (payouts.size === 0) return () => Promise.resolve();
    const happened = await this.read(
      journals.filter(({ subject }) => payouts.has(subject)),
      payouts,
    );
    const writeMessages = await this.messages.prepareAll(happened.flatMap(messagesOf));
    const writeEvents = await this.events.prepareAll(happened.flatMap(eventsOf));
    const jobs = happened.flatMap((each) => this.jobsOf(each));
    return async () => {
      await writeMessages();
      await writeEvents();
      await this.queue.add(...jobs);
      for (const { payout, end } of happened) if (!end) await this.payees.paid(payout.userId, payout);
      for (const { end } of happened) if (end) this.counted.inc({ end });
    };
  }

  private async read(journals: readonly ConsumedJournal[], payouts: ReadonlyMap<string, Payout>): Promise<Happened[]> {
    const balancesAfter = await this.wallets.balancesAfter(journals.map(({ id }) => id));
    return Promise.all(
      journals.map(async ({ id: causeId, kind, subject, postedAt: at }): Promise<Happened> => {
        const payout = payouts.get(subject)!;
        const { userId } = payout;
        const end = kind === 'payout' ? undefined : ENDS[kind as keyof typeof ENDS];
        // A settlement posts nothing to the wallet.
        const balance = end === 'completed' ? this.wallets.balanceOf(userId) : balancesAfter(causeId, userId);
        const [user, balanceKobo] = await Promise.all([this.users.find(userId), balance]);
        return { payout, end, causeId, told: user && { payout, user, causeId, at, balanceKobo } };
      }),
    );
  }

  private jobsOf({ payout: { id }, end }: Happened): JobRequest[] {
    if (end === undefined) return [onItsWay(id, this.settings.tellOnItsWayAfterMs)];
    return end === 'completed' ? returnCheck(id, 1) : [];
  }
}

function messagesOf({ payout, end, told }: Happened): UserMessage[] {
  if (!told || end === undefined) return [];
  return [messageOf(told, endNotice(payout, end), payoutMails[end])];
}

function eventsOf({ payout, end, causeId }: Happened): OutboundEvent[] {
  if (end === undefined) return [];
  const { id: payoutId, userId, bankCode, bankName, account, name, amountKobo, sessionId } = payout;
  const data = { payoutId, userId, bankCode, bank: bankName, account, name, amountKobo, ...itemised(payout), session: sessionId };
  return [{ id: causeId, name: EVENTS[end], data }];
}

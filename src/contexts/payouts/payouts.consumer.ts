import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { itemised } from '../../kernel/charges.js';
import { Contributes } from '../../kernel/registry.js';
import type { OutboundEvent, UserMessage } from '../../kernel/told.js';
import { type BalancesAfter, type ConsumedJournal, JournalConsumer, type JournalView, Wallets } from '../../ledger/index.js';
import { JobQueue, type JobRequest } from '../../platform/queue/job-queue.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { Payees } from '../payees/index.js';
import { Users } from '../sign-in/index.js';
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

/** Messages about payouts that end, and the jobs that follow a payout from its order on. */
@Injectable()
@Contributes(JournalConsumer)
export class PayoutsConsumer extends JournalConsumer {
  readonly name = 'payouts';
  readonly kinds = ['payout', 'settlement', 'refund', 'return'] as const;

  private readonly counted: Counter<'end'>;

  constructor(
    private readonly payouts: Payouts,
    private readonly users: Users,
    private readonly payees: Payees,
    private readonly queue: JobQueue,
    private readonly wallets: Wallets,
    private readonly settings: PayoutSettings,
    metrics: Metrics,
  ) {
    super();
    this.counted = metrics.counter('harmattan_payouts_total', 'Payouts that ended: completed, failed, reversed', ['end']);
  }

  async view(journals: readonly ConsumedJournal[], balancesAfter: BalancesAfter): Promise<JournalView> {
    const payouts = await this.payouts.findAll(journals.map(({ subject }) => subject));
    const own = journals.filter(({ subject }) => payouts.has(subject));
    const happened = await Promise.all(own.map((journal) => this.read(journal, payouts.get(journal.subject)!, balancesAfter)));
    return {
      messages: happened.flatMap(messagesOf),
      events: happened.flatMap(eventsOf),
      prepare: () => Promise.resolve(() => this.write(happened)),
    };
  }

  private async read(
    { id: causeId, kind, postedAt: at }: ConsumedJournal,
    payout: Payout,
    balancesAfter: BalancesAfter,
  ): Promise<Happened> {
    const { userId } = payout;
    const end = kind === 'payout' ? undefined : ENDS[kind as keyof typeof ENDS];
    // A settlement posts nothing to the wallet.
    const balance = end === 'completed' ? this.wallets.balanceOf(userId) : balancesAfter(causeId, userId);
    const [user, balanceKobo] = await Promise.all([this.users.find(userId), balance]);
    return { payout, end, causeId, told: user && { payout, user, causeId, at, balanceKobo } };
  }

  private async write(happened: readonly Happened[]): Promise<void> {
    await this.queue.add(...happened.flatMap((each) => this.jobsOf(each)));
    for (const { payout, end } of happened) {
      if (end) this.counted.inc({ end });
      else await this.payees.paid(payout.userId, payout);
    }
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

import { Injectable } from '@nestjs/common';
import { Failure } from '../../kernel/failure.js';
import { Payees } from '../payees/index.js';
import {
  type Destination,
  payoutFailures,
  maskedAccount,
  type Attempt,
  PAYOUT,
  type Payout,
  type PayoutState,
  type PayoutStatus,
  type PaidAccount,
  Payouts,
  PayoutSettings,
  sharesOf,
  termsOf,
} from './payouts.js';
import { type MoneyCaller, Replayed } from '../../kernel/caller.js';
import { type Charge, chargesNote, paidKobo } from '../../kernel/charges.js';
import { Clock } from '../../kernel/clock.js';
import { IdempotencyRecords } from '../../kernel/idempotency-records.js';
import { newId } from '../../kernel/ids.js';
import { kobo, type Kobo, ZERO_KOBO } from '../../kernel/money.js';
import type { RowUpdate } from '../../kernel/row-changes.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { type Journal, providerHeld } from '../../ledger/index.js';
import { AnswerInTime, BackgroundWork, firstQueryAt, SubmitWindow } from '../attempts/index.js';
import { devicesFailures, type Lines, PaymentConfirmations, paymentLines } from '../devices/index.js';
import { PaymentAuthorisation, Users } from '../sign-in/index.js';
import { LimitedLedger } from '../tariffs/index.js';
import { AdvancePayout } from './advance-payout.js';
import { ChooseProvider, type ChosenProvider, type DestinationGiven, PayoutTerms } from './choose-provider.js';

export interface PayoutOrder extends DestinationGiven {
  readonly amountKobo: Kobo;
  readonly note: string;
  readonly pin?: string | undefined;
  readonly confirmation?: string | undefined;
  /** Pays also if the same was paid a moment ago. */
  readonly again: boolean;
}

export interface OrderedPayout extends Pick<Payout, 'amountKobo' | 'charges' | 'name'> {
  readonly id: string;
  readonly status: PayoutStatus;
}

interface PayoutTo {
  readonly destination: Destination;
  readonly last: PaidAccount;
  readonly charges: readonly Charge[];
  readonly chosen: ChosenProvider;
  /** The updates that use the confirmation up. */
  readonly confirmed: readonly RowUpdate[];
}

type ConfirmedTo = Pick<PayoutTo, 'destination' | 'charges'>;

interface Committed {
  readonly state: PayoutState;
  readonly window: SubmitWindow;
}

/** Commits hold and attempt, calls the provider, settles. */
@Injectable()
export class CreatePayout {
  private readonly answers: AnswerInTime<PayoutState, OrderedPayout>;

  constructor(
    private readonly payees: Payees,
    private readonly unitOfWork: UnitOfWork,
    private readonly users: Users,
    private readonly authorisation: PaymentAuthorisation,
    private readonly terms: PayoutTerms,
    private readonly chooseProvider: ChooseProvider,
    private readonly ledger: LimitedLedger,
    private readonly payouts: Payouts,
    private readonly advance: AdvancePayout,
    private readonly requests: IdempotencyRecords,
    private readonly background: BackgroundWork,
    private readonly settings: PayoutSettings,
    private readonly clock: Clock,
    private readonly confirmations: PaymentConfirmations,
  ) {
    const orders = { kind: PAYOUT, store: payouts, settings, resultOf: orderedPayout };
    this.answers = new AnswerInTime(orders, requests, background, clock);
  }

  /** The lines that the payer confirms. @throws Failure of `payouts` */
  async describe(order: DestinationGiven & Pick<PayoutOrder, 'amountKobo'>, userId: string): Promise<Lines> {
    return linesOf(order, await this.check(order, userId));
  }

  /** @throws Failure of `payouts`, of PaymentAuthorisation, of PaymentConfirmations, `tariffs.limit_reached` and `ledger.insufficient_funds`; nothing was paid */
  async execute(order: PayoutOrder, caller: MoneyCaller): Promise<OrderedPayout | Replayed> {
    const { idempotencyKey } = caller;
    let committed: Committed | Replayed;
    try {
      committed = await this.checkAndCommit(order, caller);
    } catch (error) {
      // Checked facts may have changed since the first request, which is answered all the same.
      const seen = await this.requests.find(idempotencyKey);
      if (seen) return this.answers.repeat(idempotencyKey, seen);
      throw error;
    }
    if (committed instanceof Replayed) return this.answers.repeat(idempotencyKey, committed);
    const { state, window } = committed;
    // A payout that waits for an equal one is submitted by the job that finds it due.
    const work = state.attempt.submitAt === undefined ? this.advance.submit(state, window) : Promise.resolve(state);
    this.count(order, caller);
    return this.answers.first(idempotencyKey, state, work);
  }

  /** Counted beside the payout, which is held already and must not fail because its payee could not be counted. */
  private count({ payee }: PayoutOrder, { userId }: MoneyCaller): void {
    if (payee === undefined) return;
    const counted = this.unitOfWork.run(() => this.payees.used(userId, payee));
    this.background.keep('use of a payee', counted).catch(() => undefined);
  }

  private async checkAndCommit(order: PayoutOrder, caller: MoneyCaller): Promise<Committed | Replayed> {
    const { userId } = caller;
    const to = await this.check(order, userId);
    let last = await this.notRepeated(order, to.destination, userId);
    await this.authorise(order, caller);
    const confirmed = await this.confirm(order, to, userId);
    for (;;) {
      const chosen = await this.choose(order, to.destination, caller);
      let committed: Committed | Replayed | 'stale' | undefined;
      try {
        committed = await this.commit(order, { ...to, last, chosen, confirmed }, caller);
        if (committed !== 'stale') return committed;
      } finally {
        if (!isCommitted(committed)) await this.chooseProvider.release(chosen);
      }
      const overtaken = last.lastPayoutId;
      last = await this.notRepeated(order, to.destination, userId);
      if (last.lastPayoutId !== overtaken) continue;
      // Another payment used the confirmation meanwhile.
      if (confirmed.length > 0) throw new Failure(devicesFailures.confirmation_invalid);
      throw new Error('a payout was stale that no other one overtook');
    }
  }

  private async check(order: DestinationGiven & Pick<PayoutOrder, 'amountKobo'>, userId: string): Promise<ConfirmedTo> {
    const destination = await this.terms.destinationOf(order, userId);
    const { charges } = await this.terms.of(destination.bankCode, order.amountKobo);
    return { destination, charges };
  }

  /** Read before the command that it guards, so that a payout that is committed meanwhile makes this one stale. */
  private async notRepeated({ amountKobo, again }: PayoutOrder, destination: Destination, userId: string): Promise<PaidAccount> {
    const last = await this.payouts.paidAccount(userId, destination);
    const since = this.clock.now() - this.settings.repeatedWithinMs;
    if (!again && (await this.payouts.wasPaidSince(userId, { ...destination, amountKobo }, since)))
      throw new Failure(payoutFailures.repeated);
    return last;
  }

  private async authorise({ pin }: PayoutOrder, { userId, sessionId, ip }: MoneyCaller): Promise<void> {
    const payer = await this.users.find(userId);
    if (!payer) throw new Error(`the signed-in user ${userId} does not exist`);
    await this.authorisation.authorise(payer, { sessionId, ip, pin });
  }

  private async confirm(order: PayoutOrder, to: ConfirmedTo, userId: string): Promise<readonly RowUpdate[]> {
    if (!this.confirmations.required) return [];
    return this.confirmations.check(userId, linesOf(order, to), order.confirmation);
  }

  private async choose({ amountKobo }: PayoutOrder, destination: Destination, { isTest }: MoneyCaller): Promise<ChosenProvider> {
    const chosen = await this.chooseProvider.first({ ...destination, amountKobo }, isTest);
    if (!chosen) throw new Failure(isTest ? payoutFailures.test_account : payoutFailures.unavailable);
    return chosen;
  }

  private async commit(
    { amountKobo, note }: PayoutOrder,
    { destination, charges, last, chosen, confirmed }: PayoutTo,
    caller: MoneyCaller,
  ): Promise<Committed | Replayed | 'stale'> {
    const { userId, idempotencyKey } = caller;
    const { provider, bankCode, submitAt } = chosen;
    const id = newId();
    const reference = provider.newReference();
    const window = new SubmitWindow(provider.capabilities.submitTimeoutMs, this.clock);
    const payout: Payout = {
      ...destination,
      id,
      userId,
      reference,
      amountKobo,
      charges,
      note,
      status: 'pending',
      responseCode: '',
      responseMessage: '',
      sessionId: '',
      costKobo: ZERO_KOBO,
      queries: 0,
      nextQueryAt: submitAt ?? firstQueryAt(provider, this.clock.now()),
      createdAt: 0,
      endedAt: undefined,
    };
    const attempt: Attempt = { id: newId(), payoutId: id, number: 1, provider: provider.name, reference, bankCode, submitAt };
    const committed = await this.ledger.commitUnlessStale(caller, {
      idempotencyKey,
      subjectId: id,
      journal: hold({ payout, attempt }),
      inserts: this.payouts.held(payout, attempt),
      updates: [this.payouts.follows(last, id), ...confirmed],
    });
    if (committed === 'stale' || committed instanceof Replayed) return committed;
    return { state: { payout: { ...payout, createdAt: committed.committedAt }, attempt }, window };
  }
}

function isCommitted(committed: Committed | Replayed | 'stale' | undefined): committed is Committed {
  return committed !== undefined && committed !== 'stale' && !(committed instanceof Replayed);
}

function linesOf({ amountKobo }: Pick<PayoutOrder, 'amountKobo'>, { destination, charges }: ConfirmedTo): Lines {
  const { name, account, bankName } = destination;
  return paymentLines({ title: 'Payout', payee: `${name}, ${account}, ${bankName}`, amountKobo, charges });
}

function hold(state: PayoutState): Journal {
  const { payout, attempt } = state;
  const { id, userId, charges } = payout;
  const totalKobo = paidKobo(payout);
  const note = `Payout to ${payout.name}, ${maskedAccount(payout)}${chargesNote(charges)}`;
  return {
    id: newId(),
    kind: 'payout',
    subject: id,
    postings: [
      { account: userId, amountKobo: kobo(-totalKobo), note },
      { account: providerHeld(attempt.provider), amountKobo: totalKobo, note: `Held for ${id}` },
    ],
    holds: sharesOf(charges),
    terms: termsOf(state),
  };
}

function orderedPayout({ payout }: PayoutState, status: PayoutStatus): OrderedPayout {
  const { id, amountKobo, charges, name } = payout;
  return { id, status, amountKobo, charges, name };
}

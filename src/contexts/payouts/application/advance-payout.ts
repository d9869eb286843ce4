import { Injectable } from '@nestjs/common';
import { Replayed } from '../../../kernel/caller.js';
import { Clock } from '../../../kernel/clock.js';
import { newId } from '../../../kernel/ids.js';
import type { ProviderOutcome, Raw } from '../../../kernel/provider-outcome.js';
import type { RowInsert } from '../../../kernel/row-changes.js';
import { endingJournal, Ledger, providerHeld } from '../../../ledger/index.js';
import {
  AdvanceAttempts,
  type Delivery,
  firstQueryAt,
  type HandedOn,
  ProviderAvailability,
  SubmitWindow,
  TellStaff,
} from '../../attempts/index.js';
import { type PayoutOutcome, type PayoutProvider, PayoutProviders } from '../../banks/index.js';
import { SystemLogs } from '../../system-logs/index.js';
import type { Attempt, Payout, PayoutState } from '../domain/payout.js';
import { BookLaterFee } from './book-later-fee.js';
import { ChooseProvider, type ChosenProvider } from './choose-provider.js';
import { Payouts } from './ports.js';
import { queryPayout, submitPayout } from './provider-calls.js';
import { SettlePayout, systemRequest } from './settle-payout.js';
import { sharesOf, termsOf } from './shares.js';

/** Attempts of payouts: which are completed, refunded, returned or given to another provider. */
@Injectable()
export class AdvancePayout extends AdvanceAttempts<PayoutState, PayoutProvider, ChosenProvider> {
  constructor(
    private readonly providers: PayoutProviders,
    private readonly payouts: Payouts,
    private readonly settle: SettlePayout,
    private readonly bookLaterFee: BookLaterFee,
    private readonly chooseProvider: ChooseProvider,
    availability: ProviderAvailability,
    ledger: Ledger,
    systemLogs: SystemLogs,
    clock: Clock,
  ) {
    super(clock, payouts, new TellStaff(systemLogs, 'payout'), availability, ledger);
  }

  /** One that waits for an equal one before it is submitted when its time has come, by whoever claims it. */
  override async query(state: PayoutState): Promise<PayoutState> {
    const { submitAt, provider: name } = state.attempt;
    if (submitAt === undefined) return super.query(state);
    const now = this.clock.now();
    if (submitAt > now) return state;
    const provider = this.providers.find(name);
    const window = new SubmitWindow(provider?.capabilities.submitTimeoutMs ?? 0, this.clock);
    const nextQueryAt = provider ? firstQueryAt(provider, now) : now;
    if (!(await this.payouts.claimSubmit(state, nextQueryAt))) return state;
    const claimed = { payout: { ...state.payout, nextQueryAt }, attempt: { ...state.attempt, submitAt: undefined } };
    return this.submit(claimed, window);
  }

  protected orderOf({ payout }: PayoutState): Payout {
    return payout;
  }

  protected termsOf(state: PayoutState): string {
    return termsOf(state);
  }

  protected waiting(state: PayoutState, queries: number, nextQueryAt: number | undefined): PayoutState {
    return { ...state, payout: { ...state.payout, queries, nextQueryAt } };
  }

  protected provider(name: string): PayoutProvider | undefined {
    return this.providers.find(name);
  }

  protected callSubmit(provider: PayoutProvider | undefined, state: PayoutState, timeoutMs: number): Promise<ProviderOutcome> {
    return submitPayout(provider, state, timeoutMs);
  }

  protected callQuery(provider: PayoutProvider | undefined, state: PayoutState): Promise<ProviderOutcome> {
    return queryPayout(provider, state);
  }

  protected override waitsForPerson(outcome: ProviderOutcome): boolean {
    return (outcome as PayoutOutcome).waitsForPerson === true;
  }

  protected complete(state: PayoutState, delivery: Delivery, answers: readonly RowInsert[]) {
    return this.settle.commit(this.settle.completion(state, delivery), answers);
  }

  protected refund(state: PayoutState, outcome: ProviderOutcome, answers: readonly RowInsert[]) {
    return this.settle.commit(this.settle.refunding(state, outcome), answers);
  }

  protected reverse(state: PayoutState, outcome: ProviderOutcome, answers: readonly RowInsert[]) {
    return this.settle.commit(this.settle.reversing(state, outcome), answers);
  }

  protected override learn(state: PayoutState, outcome: ProviderOutcome, answers: readonly RowInsert[]): Promise<boolean> {
    return this.bookLaterFee.execute(state, outcome, answers);
  }

  protected async alternative({ payout }: PayoutState): Promise<ChosenProvider | undefined> {
    return this.chooseProvider.next(payout, await this.payouts.providersTried(payout.id));
  }

  protected release(chosen: ChosenProvider): Promise<void> {
    return this.chooseProvider.release(chosen);
  }

  protected async handOn(
    state: PayoutState,
    raw: Raw,
    answers: readonly RowInsert[],
    { provider, bankCode }: ChosenProvider,
  ): Promise<HandedOn<PayoutState> | Replayed | 'stale'> {
    const { payout, attempt } = state;
    const next: Attempt = {
      id: newId(),
      payoutId: payout.id,
      number: attempt.number + 1,
      provider: provider.name,
      reference: provider.newReference(),
      bankCode,
      submitAt: undefined,
    };
    const nextQueryAt = firstQueryAt(provider, this.clock.now());
    const window = new SubmitWindow(provider.capabilities.submitTimeoutMs, this.clock);
    const note = `Handed on: ${payout.id}`;
    const handed = this.payouts.handedOn(state, raw, next, nextQueryAt);
    const after: PayoutState = { payout: { ...payout, reference: next.reference, queries: 0, nextQueryAt }, attempt: next };
    const committed = await this.ledger.commit({
      idempotencyKey: systemRequest('payout.hand_on', `${payout.id}:${next.number}`),
      journal: endingJournal(payout.id, {
        as: 'hand on',
        to: providerHeld(next.provider),
        shares: sharesOf(payout.charges),
        terms: termsOf(after),
        instead: termsOf(state),
        notes: { [providerHeld(attempt.provider)]: note, [providerHeld(next.provider)]: note },
      }),
      updates: handed.updates,
      inserts: [...handed.inserts, ...answers],
      response: next.reference,
    });
    if (committed === 'stale' || committed instanceof Replayed) return committed;
    return { state: after, window };
  }
}

import type { ProviderOutcome, Raw } from '../../kernel/provider-outcome.js';
import {
  notInUse,
  outcomeOf,
  AdvanceAttempts,
  type Delivery,
  firstQueryAt,
  type HandedOn,
  ProviderAvailability,
  SubmitWindow,
  TellStaff,
} from '../attempts/index.js';
import { type PayoutProvider, type PayoutOutcome, PayoutProviders } from '../banks/index.js';
import { type PayoutState, type PayoutStatus, Payouts, type Attempt, type Payout, sharesOf, termsOf } from './payouts.js';
import { Injectable } from '@nestjs/common';
import { Replayed } from '../../kernel/caller.js';
import type { RowInsert } from '../../kernel/row-changes.js';
import { endingJournal, Ledger, providerClearing, providerCosts, providerHeld } from '../../ledger/index.js';
import { systemRequest, SettlePayout } from './settle-payout.js';
import { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { SystemLogs } from '../system-logs/index.js';
import { ChooseProvider, type ChosenProvider } from './choose-provider.js';

export function submitPayout(
  provider: PayoutProvider | undefined,
  { payout, attempt }: PayoutState,
  timeoutMs: number,
): Promise<ProviderOutcome> {
  if (!provider) return notInUse(attempt.provider);
  const { account, name, bankName, amountKobo, note, id } = payout;
  const { reference, bankCode } = attempt;
  const narration = note === '' ? `Payout ${id}` : note;
  return outcomeOf(timeoutMs, (signal) =>
    provider.submit({ reference, bankCode, account, name, bankName, amountKobo, narration }, signal),
  );
}

export function queryPayout(provider: PayoutProvider | undefined, { payout, attempt }: PayoutState): Promise<ProviderOutcome> {
  if (!provider) return notInUse(attempt.provider);
  const { amountKobo, account } = payout;
  return outcomeOf(provider.capabilities.readTimeoutMs, (signal) =>
    provider.query(attempt.reference, signal, { amountKobo, account, bankCode: attempt.bankCode }),
  );
}

/** What a provider tells of a payout only after its end: the session of the rail, and another fee than is booked. */
@Injectable()
export class BookLaterFee {
  constructor(
    private readonly payouts: Payouts,
    private readonly ledger: Ledger,
  ) {}

  /** @returns whether the answer is recorded with a fee */
  async execute(state: PayoutState, outcome: PayoutOutcome, answers: readonly RowInsert[]): Promise<boolean> {
    const { payout, attempt } = state;
    if (!isOfEnd(payout.status, outcome)) return false;
    const { sessionId = '', feeKobo } = outcome;
    if (payout.sessionId === '' && sessionId !== '') await this.payouts.keepSession(payout.id, sessionId);
    if (feeKobo === undefined || feeKobo === payout.costKobo) return false;
    const [account, by] = [providerCosts(attempt.provider), providerClearing(attempt.provider)];
    const note = `Fee of ${payout.id}`;
    // The row only hints that the fee differs. The ledger moves what its hold lacks.
    const journal = endingJournal(payout.id, {
      as: 'costs',
      costs: { by, account, amountKobo: feeKobo },
      notes: { [account]: note, [by]: note },
    });
    const committed = await this.ledger.commit({
      idempotencyKey: systemRequest('payout.fee', journal.id),
      response: null,
      journal,
      inserts: answers,
      updates: [this.payouts.costing(state, feeKobo)],
    });
    return committed !== 'stale' && !(committed instanceof Replayed);
  }
}

/** Whether it tells of the end that the payout has come to; money that came back before it was paid is a failure. */
function isOfEnd(status: PayoutStatus, outcome: PayoutOutcome): boolean {
  if (status === 'completed') return outcome.status === 'success';
  return status !== 'pending' && outcome.status === 'reversed';
}

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

/** Job that asks about the payout of its data. */
export const CHECK_RETURN_JOB = 'payout.check_return';

/** Asks about a completed payout again, because the rail may have given it back. */
@Injectable()
export class CheckReturn {
  constructor(
    private readonly payouts: Payouts,
    private readonly advance: AdvancePayout,
  ) {}

  /** @returns whether it is still completed */
  async execute(payoutId: string): Promise<boolean> {
    const state = await this.payouts.find(payoutId);
    if (state?.payout.status !== 'completed') return false;
    return (await this.advance.query(state)).payout.status === 'completed';
  }
}

import { Injectable } from '@nestjs/common';
import { Replayed, systemRequest } from '../../kernel/caller.js';
import { Clock } from '../../kernel/clock.js';
import type { RowInsert } from '../../kernel/row-changes.js';
import { endingJournal, Ledger, providerClearing, providerCosts } from '../../ledger/index.js';
import { AskNow, AttemptEngine, BackgroundWork, type Product, ProviderAvailability } from '../attempts/index.js';
import { type PayoutOutcome, type PayoutProvider, PayoutProviders } from '../banks/index.js';
import { SystemLogs } from '../system-logs/index.js';
import { ChooseProvider, type ChosenProvider } from './choose-provider.js';
import { PAYOUT, Payouts, PayoutSettings, type PayoutState, type PayoutStatus, sharesOf, termsOf } from './payouts.js';
import { SettlePayout } from './settle-payout.js';

/** Attempts of payouts: which are completed, refunded, returned or given to another provider. */
@Injectable()
export class AdvancePayout extends AttemptEngine<PayoutState, PayoutProvider, ChosenProvider> {
  constructor(
    providers: PayoutProviders,
    payouts: Payouts,
    settle: SettlePayout,
    chooseProvider: ChooseProvider,
    availability: ProviderAvailability,
    ledger: Ledger,
    systemLogs: SystemLogs,
    clock: Clock,
  ) {
    const product = payoutProduct(providers, payouts, settle, chooseProvider, ledger);
    super(product, payouts, availability, ledger, systemLogs, clock);
  }
}

function payoutProduct(
  providers: PayoutProviders,
  payouts: Payouts,
  settle: SettlePayout,
  chooseProvider: ChooseProvider,
  ledger: Ledger,
): Product<PayoutState, PayoutProvider, ChosenProvider> {
  return {
    ...PAYOUT,
    reroutes: { action: 'payout.hand_on', note: 'Handed on:' },
    provider: (name) => providers.find(name),
    termsOf,
    sharesOf: ({ payout }) => sharesOf(payout.charges),
    waitsForPerson: (outcome: PayoutOutcome) => outcome.waitsForPerson === true,

    submit(provider, { payout, attempt: { reference, bankCode } }, signal) {
      const { account, name, bankName, amountKobo, note, id } = payout;
      const narration = note === '' ? `Payout ${id}` : note;
      return provider.submit({ reference, bankCode, account, name, bankName, amountKobo, narration }, signal);
    },
    query: (provider, { payout: { amountKobo, account }, attempt: { reference, bankCode } }, signal) =>
      provider.query(reference, signal, { amountKobo, account, bankCode }),

    complete: (state, delivery) => settle.completion(state, delivery),
    refund: (state, outcome) => settle.refunding(state, outcome),
    reverse: (state, outcome) => settle.reversing(state, outcome),
    settle: (ending, answers) => settle.commit(ending, answers),

    choose: async ({ payout }) => chooseProvider.next(payout, await payouts.providersTried(payout.id)),
    reroute(state, { bankCode }, { attempt, raw, nextQueryAt }) {
      const { payout } = state;
      const next = { ...attempt, payoutId: payout.id, bankCode, submitAt: undefined };
      const changed = { ...payout, reference: next.reference, queries: 0, nextQueryAt };
      return { after: { payout: changed, attempt: next }, ...payouts.rerouted(state, raw, next, { nextQueryAt }) };
    },
    async claim(state, nextQueryAt) {
      if (!(await payouts.claimSubmit(state, nextQueryAt))) return undefined;
      return { payout: { ...state.payout, nextQueryAt }, attempt: { ...state.attempt, submitAt: undefined } };
    },
    recordLateFee: (state, outcome, answers) => recordLateFee(payouts, ledger, state, outcome, answers),
  };
}

/** Records what a provider tells only after the end of a payout: the session of the rail, and another fee than is booked. */
async function recordLateFee(
  payouts: Payouts,
  ledger: Ledger,
  state: PayoutState,
  outcome: PayoutOutcome,
  answers: readonly RowInsert[],
): Promise<boolean> {
  const { payout, attempt } = state;
  if (!isOfEnd(payout.status, outcome)) return false;
  const { sessionId = '', feeKobo } = outcome;
  if (payout.sessionId === '' && sessionId !== '') await payouts.keepSession(payout.id, sessionId);
  if (feeKobo === undefined || feeKobo === payout.costKobo) return false;
  const [account, by] = [providerCosts(attempt.provider), providerClearing(attempt.provider)];
  const note = `Fee of ${payout.id}`;
  // The row only hints that the fee differs. The ledger moves the amount that its hold lacks.
  const journal = endingJournal(payout.id, {
    as: 'costs',
    costs: { by, account, amountKobo: feeKobo },
    notes: { [account]: note, [by]: note },
  });
  const committed = await ledger.commit({
    idempotencyKey: systemRequest('payout.fee', journal.id),
    response: null,
    journal,
    inserts: answers,
    updates: [payouts.costing(state, feeKobo)],
  });
  return committed !== 'stale' && !(committed instanceof Replayed);
}

/** Whether it tells of the end that the payout has come to; money that came back before it was paid is a failure. */
function isOfEnd(status: PayoutStatus, outcome: PayoutOutcome): boolean {
  if (status === 'completed') return outcome.status === 'success';
  return status !== 'pending' && outcome.status === 'reversed';
}

/** Asks the provider of a payout now, whatever its state and schedule, and acts on the answer. */
@Injectable()
export class AskPayoutNow extends AskNow<PayoutState> {
  constructor(store: Payouts, advance: AdvancePayout, background: BackgroundWork, settings: PayoutSettings, clock: Clock) {
    super({ kind: PAYOUT, store, settings }, advance, background, clock);
  }
}

/** Job that asks about the payout of its data. */
export const CHECK_RETURN_JOB = 'payout.check_return';

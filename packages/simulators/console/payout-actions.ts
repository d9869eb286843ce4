import type { PayoutScenario } from '../shared/payout-books.js';
import { type Action, scopeName } from './action.js';
import type { RunningPayer } from './simulators.js';

/** What a person can do to the next payouts. */
export const PAYOUT_SCENARIOS: Readonly<Record<string, PayoutScenario>> = {
  'is paid': { end: 'paid' },
  'is pending, then paid': { end: 'paid', pendingQueries: 2 },
  'is pending until settled here': { end: 'paid', pendingQueries: Number.MAX_SAFE_INTEGER },
  'waits for a code': { end: 'paid', code: 'sent' },
  'waits for a code that could not be sent': { end: 'paid', code: 'undeliverable' },
  'is approved by nobody': { end: 'paid', approval: 'lost' },
  fails: { end: 'failed' },
  'is pending, then fails': { end: 'failed', pendingQueries: 2 },
  'is refused': { end: 'refused' },
  'never arrives': { end: 'lost' },
  'gets no answer, is paid': { end: 'paid', answer: 'done_then_hang' },
  'gets no answer, fails': { end: 'failed', answer: 'done_then_hang' },
  'is answered 502, is paid': { end: 'paid', answer: 'done_then_error' },
  'is paid, not found at first': { end: 'paid', answer: 'done_then_close', hiddenQueries: 2 },
  'is paid, given back after 10 seconds': { end: 'paid', reversedAfterMs: 10_000 },
  'is paid, given back after an hour': { end: 'paid', reversedAfterMs: 3_600_000 },
  'is paid, announced before the answer': { end: 'paid', webhook: 'early' },
  'is paid, announced twice': { end: 'paid', webhook: 'twice' },
  'is paid, announced with a wrong signature': { end: 'paid', webhook: 'wrongly signed' },
  'is paid, announced with another amount': { end: 'paid', webhook: 'of another amount' },
  'is paid, announced never': { end: 'paid', webhook: 'never' },
};

const FULL_KOBO = 10_000_000_000;

/** @throws Error that says what is wrong with it. Resolves to what happened, in a sentence. */
export async function actOnPayer({ name, running }: RunningPayer, given: Action): Promise<string> {
  const { scenarios, books } = running.payouts;
  const { action, scope = 'next', reference = '' } = given;
  switch (action) {
    case 'scenario': {
      const scenario = PAYOUT_SCENARIOS[given.scenario ?? ''];
      if (!scenario) throw new Error(`there is no scenario ${given.scenario}`);
      if (scope === 'next') scenarios.next(scenario);
      else if (scope === 'always') scenarios.always(scenario);
      else scenarios.for(scope, scenario);
      return `${scopeName(scope, 'payout')} ${given.scenario}`;
    }
    case 'clear':
      scenarios.clear();
      return 'Every payout is paid';
    case 'empty':
    case 'fill':
      books.floatKobo = action === 'empty' ? 0 : FULL_KOBO;
      return action === 'empty' ? 'The balance is too low' : 'The balance is full';
    case 'away':
      await running.pause();
      return 'Nobody listens';
    case 'back':
      await running.resume();
      return 'It listens again';
    case 'authorize':
      running.payouts.authorize(reference);
      return `${reference} is ${books.of(reference).state}`;
    case 'pay':
    case 'fail':
    case 'abandon':
      running.payouts.end(reference, ENDS[action]);
      return `${reference} is ${books.of(reference).state}`;
    case 'reverse':
      await running.payouts.reverse(reference);
      return `${reference} is given back`;
    case 'announce':
      await running.payouts.announce(books.of(reference));
      return `${reference} was announced`;
    default:
      throw new Error(`${name} cannot ${action}`);
  }
}

const ENDS = { pay: 'paid', fail: 'failed', abandon: 'abandoned' } as const;

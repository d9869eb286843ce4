import { type Action, scopeName } from './action.js';
import type { Scenario } from '../shared/scenarios.js';
import { actOnPayer } from './payout-actions.js';
import type { RunningBank, RunningBiller, Simulators } from './simulators.js';

/** What a person can do to the next purchases. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'is delivered': { end: 'delivered' },
  'gets no answer, is delivered': { end: 'delivered', answer: 'done_then_hang' },
  'gets no answer, fails': { end: 'failed', answer: 'done_then_hang' },
  'is answered 502, is delivered': { end: 'delivered', answer: 'done_then_error' },
  'is refused': { end: 'refused' },
  fails: { end: 'failed' },
  'is pending, then delivered': { end: 'delivered', pendingQueries: 2 },
  'is pending until settled here': { end: 'delivered', pendingQueries: Number.MAX_SAFE_INTEGER },
  'is delivered, its token later': { end: 'delivered', withoutPin: 1 },
  'never arrives': { end: 'lost' },
};

/** What a person can do to the next deposit order. */
export const ORDER_FAULTS = {
  'gets no answer': 'done_then_hang',
  'is answered 503': 'unavailable',
  'is refused': 'refused',
} as const;

export const PAYMENTS = ['exact', 'short', 'excess', 'late', 'twice', 'unannounced'] as const;

/** @throws Error that says what is wrong with it. Resolves to what happened, in a sentence. */
export async function act({ billers, banks, payers }: Simulators, action: Action): Promise<string> {
  const payer = action.kind === 'payout' ? payers.find(({ name }) => name === action.provider) : undefined;
  if (payer) return actOnPayer(payer, action);
  const biller = billers.find(({ name }) => name === action.provider);
  if (biller) return actOnBiller(biller, action);
  const bank = banks.find(({ name }) => name === action.provider);
  if (bank) return actOnBank(bank, action);
  throw new Error(`there is no ${action.provider}`);
}

async function actOnBiller({ name, running }: RunningBiller, given: Action): Promise<string> {
  const { scenarios, books } = running;
  const { action, scope = 'next', reference = '' } = given;
  switch (action) {
    case 'scenario': {
      const scenario = SCENARIOS[given.scenario ?? ''];
      if (!scenario) throw new Error(`there is no scenario ${given.scenario}`);
      if (scope === 'next') scenarios.next(scenario);
      else if (scope === 'always') scenarios.always(scenario);
      else scenarios.for(scope, scenario);
      return `${scopeName(scope)} ${given.scenario}`;
    }
    case 'clear':
      scenarios.clear();
      return 'Every purchase is delivered';
    case 'away':
      await running.pause();
      return 'Nobody listens';
    case 'back':
      await running.resume();
      return 'It listens again';
    case 'deliver':
    case 'fail':
      books.settle(reference, action === 'deliver' ? 'delivered' : 'failed');
      void running.announce?.(reference);
      return `${reference} is ${books.of(reference).state}`;
    case 'reverse':
      books.reverse(reference);
      await running.announce?.(reference);
      return `${reference} is reversed`;
    default:
      throw new Error(`${name} cannot ${action}`);
  }
}

async function actOnBank({ running }: RunningBank, { action, account = '', scenario }: Action): Promise<string> {
  if (action === 'order') {
    running.faults.add(running.orderPath, faultOf(scenario));
    return `The next order ${scenario}`;
  }
  const opened = running.accounts.find((each) => each.account === account);
  if (!opened) throw new Error(`there is no account ${account}`);
  if (action === 'reverse') {
    await running.takeBack(account);
    return `${opened.reference} is reversed`;
  }
  const amountKobo = amountOf(action, opened.amountKobo);
  const outcome = await running.pay(account, { amountKobo, announce: announcements(action), isLate: action === 'late' });
  return outcome === 'credited' ? 'The money came in' : 'The money went back to the payer';
}

function faultOf(scenario: string | undefined) {
  const fault = ORDER_FAULTS[(scenario ?? '') as keyof typeof ORDER_FAULTS];
  if (fault === undefined) throw new Error(`there is no fault ${scenario}`);
  return fault;
}

function amountOf(action: string, amountKobo: number): number {
  if (!(PAYMENTS as readonly string[]).includes(action)) throw new Error(`nobody pays ${action}`);
  if (action === 'short') return Math.floor(amountKobo / 2);
  return action === 'excess' ? amountKobo + 50_000 : amountKobo;
}

function announcements(action: string): number {
  if (action === 'unannounced') return 0;
  return action === 'twice' ? 2 : 1;
}

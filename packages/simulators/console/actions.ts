import type { Scenario } from '../shared/scenarios.js';
import type { Simulators } from './simulators.js';

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

interface Action {
  readonly provider: string;
  readonly action: string;
  readonly scenario?: string;
  /** Of a scenario: next, always, or a customer's number. */
  readonly scope?: string;
  readonly reference?: string;
  readonly account?: string;
}

/** @throws Error that says what is wrong with it. Resolves to what happened, in a sentence. */
export async function act(simulators: Simulators, action: Action): Promise<string> {
  switch (action.provider) {
    case 'vtpass':
    case 'quickteller':
      return actOnBiller(simulators, action.provider, action);
    case 'paystack':
      return payPaystack(simulators, action);
    case 'monnify':
      return payMonnify(simulators, action);
    default:
      throw new Error(`there is no ${action.provider}`);
  }
}

async function actOnBiller(simulators: Simulators, name: 'vtpass' | 'quickteller', given: Action): Promise<string> {
  const { scenarios, books } = simulators[name];
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
      await simulators[name].pause();
      return 'Nobody listens';
    case 'back':
      await simulators[name].resume();
      return 'It listens again';
    case 'deliver':
    case 'fail':
      books.settle(reference, action === 'deliver' ? 'delivered' : 'failed');
      if (name === 'vtpass') void simulators.vtpass.announce(reference);
      return `${reference} is ${books.of(reference).state}`;
    case 'reverse':
      if (name === 'vtpass') await simulators.vtpass.reverse(reference);
      else books.reverse(reference);
      return `${reference} is reversed`;
    default:
      throw new Error(`${name} cannot ${action}`);
  }
}

function scopeName(scope: string): string {
  if (scope === 'next') return 'The next purchase';
  return scope === 'always' ? 'Every purchase' : `Each purchase for ${scope}`;
}

const HOUR_MS = 3_600_000;

async function payPaystack(
  { paystack }: Simulators,
  { action, account = '', reference = '', scenario }: Action,
): Promise<string> {
  if (action === 'order') return breakOrder(() => paystack.faults.add('/charge', faultOf(scenario)), scenario);
  if (action === 'reverse') {
    await paystack.reverse(reference);
    return `${reference} is reversed`;
  }
  const charge = [...paystack.books.charges.values()].find(({ accountNumber }) => accountNumber === account);
  if (!charge) throw new Error(`there is no account ${account}`);
  const amountKobo = amountOf(action, charge.amountKobo);
  const late = action === 'late' ? { at: charge.expiresAt + HOUR_MS } : {};
  const outcome = await paystack.transfer(account, { amountKobo, ...late }, announcements(action));
  return outcome === 'credited' ? 'The money came in' : 'The money went back to the payer';
}

async function payMonnify({ monnify }: Simulators, { action, account = '', scenario }: Action): Promise<string> {
  const init = '/api/v1/merchant/transactions';
  if (action === 'order') return breakOrder(() => monnify.faults.add(init, faultOf(scenario)), scenario);
  const transaction = monnify.books.byAccount(account);
  if (!transaction) throw new Error(`there is no account ${account}`);
  if (action === 'reverse') {
    await monnify.reverse(account);
    return `${transaction.paymentReference} is reversed`;
  }
  const amountKobo = amountOf(action, Math.round(transaction.amount * 100));
  await monnify.transfer(account, amountKobo / 100, { announce: announcements(action) });
  return 'The money came in';
}

function breakOrder(add: () => void, scenario: string | undefined): string {
  add();
  return `The next order ${scenario}`;
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

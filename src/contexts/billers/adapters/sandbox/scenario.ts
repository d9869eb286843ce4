export type SandboxState = 'waiting' | 'delivered' | 'failed' | 'reversed';

/** Scenarios by the last four digits of the customer id or phone. */
export interface Scenario {
  /** False: no answer to a submit while the purchase waits. */
  readonly answers: boolean;
  readonly begins: SandboxState;
  /** The outcome of a waiting purchase, at the first query or after a while. Undefined: it waits until it is decided. */
  readonly becomes?: { readonly state: 'delivered' | 'failed'; readonly by: 'query' | 'time' };
  readonly reverses?: boolean;
  /** A meter gets tokens of a new key and a bonus, a buyer of PINs gets two of them. */
  readonly deliversMore?: boolean;
  readonly knowsCustomer: boolean;
}

const DELIVERS: Scenario = { answers: true, begins: 'delivered', knowsCustomer: true };

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  '0001': { answers: true, begins: 'waiting', becomes: { state: 'delivered', by: 'query' }, knowsCustomer: true },
  '0002': { answers: true, begins: 'failed', knowsCustomer: true },
  '0003': { answers: false, begins: 'waiting', becomes: { state: 'delivered', by: 'time' }, knowsCustomer: true },
  '0004': { answers: false, begins: 'waiting', becomes: { state: 'failed', by: 'time' }, knowsCustomer: true },
  '0005': { ...DELIVERS, reverses: true },
  '0006': { answers: true, begins: 'failed', knowsCustomer: false },
  '0007': { answers: true, begins: 'waiting', knowsCustomer: true },
  '0008': { ...DELIVERS, deliversMore: true },
};

export const MAGIC_ENDINGS: readonly string[] = Object.keys(SCENARIOS);

export function scenarioOf(customerId: string): Scenario {
  return SCENARIOS[customerId.slice(-4)] ?? DELIVERS;
}

export interface Progress {
  readonly customerId: string;
  readonly state: SandboxState;
  /** Null where the state does not change by itself. */
  readonly decidesAt: number | null;
  readonly reversesAt: number | null;
}

export function stateAt(
  { customerId, state, decidesAt, reversesAt }: Progress,
  now: number,
  call: 'submit' | 'query',
): SandboxState {
  const { becomes } = scenarioOf(customerId);
  if (state === 'delivered' && reversesAt !== null && now >= reversesAt) return 'reversed';
  if (state !== 'waiting' || !becomes) return state;
  const decided = becomes.by === 'query' ? call === 'query' : decidesAt !== null && now >= decidesAt;
  return decided ? becomes.state : state;
}

export class SandboxTimes {
  latencyMs = 0;
  /** When an unanswered purchase is delivered or fails. */
  decidesAfterMs = 5_000;
  /** When a purchase is reversed. */
  reversesAfterMs = 5_000;
  submitTimeoutMs = 7_000;
  readTimeoutMs = 5_000;
  requeryDelaysMs: readonly number[] = [1_500, 1_500, 2_000, 2_000, 3_000, 5_000];
}

import { type Operations, OPERATIONS } from './generated/operations.js';
import type { CallOptions } from './options.js';
import type { Effect } from './retries.js';

export type Action = keyof Operations;

/** Parameters of an operation, under their wire names. */
export type Input<A extends Action> = Operations[A]['input'];

/** DATA of an operation. */
export type Data<A extends Action> = Operations[A]['data'];

/** Operations whose DATA is a session. */
export type SignInAction = {
  [A in Action]: Data<A> extends { pbcKey: string; secret: string; userid: string; expires: string } ? A : never;
}[Action];

/** Operations that are read page by page. */
export type PagedAction = { [A in Action]: 'page' extends keyof Input<A> ? A : never }[Action];

/** What a page of the operation has. */
export type Item<A extends PagedAction> = ItemOf<Data<A>>;

export interface Page<A extends PagedAction> {
  readonly items: readonly Item<A>[];
  /** Undefined of the last one. */
  readonly next: string | number | undefined;
  /** False of a plain list, of which only asking for the next page tells whether there is one. */
  readonly isNextCertain: boolean;
  /** Of what is filtered, where `totals` or an order was asked for. */
  readonly totals: TotalsOf<Data<A>> | undefined;
}

type TotalsOf<D> = D extends unknown ? ('totals' extends keyof D ? NonNullable<D['totals']> : never) : never;

/** Where a list may be answered as a file, that is no item of it. */
type ItemOf<D> = D extends readonly (infer One)[]
  ? One
  : D extends { result: readonly (infer One)[] }
    ? One
    : D extends { fileName: string; content: string }
      ? never
      : D;

/** Parameters may be left out where the operation requires none. */
export type CallArguments<A extends Action> = IsOptional<Input<A>> extends true ? MayHaveInput<A> : HasInput<A>;

type IsOptional<I> = I extends Readonly<Record<string, never>> ? true : Partial<I> extends I ? true : false;
type MayHaveInput<A extends Action> = [input?: Input<A>, options?: CallOptions];
type HasInput<A extends Action> = [input: Input<A>, options?: CallOptions];

export interface OperationFacts {
  readonly method: string;
  readonly effect: Effect;
  /** `optional`: signed where there is a session. */
  readonly access: 'open' | 'signed' | 'optional';
  readonly hasQuery: boolean;
}

export function factsOf(action: Action): OperationFacts {
  const [method, effect, access, source] = OPERATIONS[action].split(' ') as [
    string,
    Effect,
    OperationFacts['access'],
    'query' | 'body',
  ];
  return { method, effect, access, hasQuery: source === 'query' };
}

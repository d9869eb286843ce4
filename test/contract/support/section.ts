import type { Answer, CallOptions } from '../../support/client.js';
import type { ContractFixture } from './contract-fixture.js';

type Made<T> = (world: ContractFixture) => Promise<T> | T;

/** What the tests of the contract need to know of one section of the documents. All by action. */
export interface Section {
  /** A call of each operation that succeeds, with every parameter, the optional ones too. */
  readonly calls: Readonly<Record<string, Made<CallOptions>>>;
  /** For lists: each value of their request type, with a value that finds something of Ada's (empty: none is needed). */
  readonly lists: Readonly<Record<string, Made<Readonly<Record<string, string>>>>>;
  /** How to provoke each error of the documents, by its `when`. */
  readonly recipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>>;
}

export interface Recipe {
  readonly provoke: (world: ContractFixture) => Promise<Answer>;
  /** How DETAILS begins, where the documents give words. */
  readonly details?: string;
}

export const NO_DATA = 'No data matching your query was found';
export const NO_RECORD = "We couldn't find any record matching your query";
export const NOT_PROCESSED = 'Could not process your request';
export const DENIED = 'Access Denied';
export const UNSUPPORTED = 'Unsupported request type';
export const NOT_FOR_TESTERS = 'Oops, this operation is not available for test accounts';

export function recipe(details: string | undefined, provoke: Recipe['provoke']): Recipe {
  return { provoke, ...(details ? { details } : {}) };
}

/** A good call while what serves it is broken. */
export function fault(action: string, details = NOT_PROCESSED): Recipe {
  return recipe(details, async (world) => world.broken(action, await world.goodCall(action)));
}

export function unsigned(action: string): Recipe {
  return recipe(DENIED, (world) => world.call(action));
}

export function unsupported(action: string): Recipe {
  return recipe(UNSUPPORTED, (world) => world.call(action, { as: world.ada, query: { rqtp: 'everything', rqvl: 'x' } }));
}

/** A marker that nobody has. */
export function nothing(action: string): Recipe {
  return recipe(NO_DATA, (world) => world.call(action, { as: world.newcomer, query: { rqtp: 'mk', rqvl: world.unknownMarker } }));
}

export function byTester(action: string): Recipe {
  return recipe(NOT_FOR_TESTERS, async (world) => world.call(action, { ...(await world.goodCall(action)), as: world.tester }));
}

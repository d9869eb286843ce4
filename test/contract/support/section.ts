import type { Answer, CallOptions } from '../../support/client.js';
import type { ContractFixture } from './contract-fixture.js';

type Made<T> = (fixture: ContractFixture) => Promise<T> | T;

/** Test data for one section of the documents, by action. */
export interface Section {
  /** A successful call of each operation with every parameter, optional ones included. */
  readonly calls: Readonly<Record<string, Made<CallOptions>>>;
  /** For lists: each value of their request type, with a value that finds a record of Ada's (empty: none is needed). */
  readonly lists: Readonly<Record<string, Made<Readonly<Record<string, string>>>>>;
  /** How to provoke each documented error, by its `when`. */
  readonly recipes: Readonly<Record<string, Readonly<Record<string, Recipe>>>>;
}

export interface Recipe {
  readonly provoke: (fixture: ContractFixture) => Promise<Answer>;
  /** Beginning of DETAILS, where documented. */
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

/** A valid call while its port fails. */
export function fault(action: string, details = NOT_PROCESSED): Recipe {
  return recipe(details, async (fixture) => fixture.broken(action, await fixture.goodCall(action)));
}

export function unsigned(action: string): Recipe {
  return recipe(DENIED, (fixture) => fixture.call(action));
}

export function unsupported(action: string): Recipe {
  return recipe(UNSUPPORTED, (fixture) => fixture.call(action, { as: fixture.ada, query: { rqtp: 'everything', rqvl: 'x' } }));
}

/** A call with an unknown marker. */
export function nothing(action: string): Recipe {
  return recipe(NO_DATA, (fixture) =>
    fixture.call(action, { as: fixture.newcomer, query: { rqtp: 'mk', rqvl: fixture.unknownMarker } }),
  );
}

export function byTester(action: string): Recipe {
  return recipe(NOT_FOR_TESTERS, async (fixture) =>
    fixture.call(action, { ...(await fixture.goodCall(action)), as: fixture.tester }),
  );
}

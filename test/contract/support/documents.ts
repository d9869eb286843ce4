import { readFileSync } from 'node:fs';

/** A documented parameter. */
export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'body' | 'multipart';
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'file' | 'array' | 'object';
  readonly required: boolean;
  readonly enum?: readonly string[];
  readonly default?: unknown;
}

export interface DocumentedError {
  readonly when: string;
  readonly code?: number;
  readonly id?: string;
  readonly msg?: string;
  readonly details?: string;
}

export interface DocumentedOperation {
  readonly action: string;
  readonly section: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly auth: 'none' | 'signed' | 'staff' | 'admin';
  readonly params: readonly Parameter[];
  /** Name of a shape, with [] for an array or as Paged<…>; alternatives separated by |. */
  readonly data: string;
  /** Grant of a staff session; null: any staff. */
  readonly permission?: string | null;
  readonly missingCode?: number | null;
  readonly missingIds?: Readonly<Record<string, string>>;
  readonly testAccounts?: boolean;
  readonly errors: readonly DocumentedError[];
}

interface Documents {
  readonly operations: readonly DocumentedOperation[];
  readonly shapes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly permissions: Readonly<Record<string, { readonly profileKey: string; readonly names: readonly string[] }>>;
}

/** Additions to the catalogue: shapes and DATA that it gives in words, and operations beyond it. */
interface Extensions {
  readonly shapes: Documents['shapes'];
  readonly data: Readonly<Record<string, string>>;
  readonly beyond: Readonly<Record<string, string>>;
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../src/interface/${name}`, import.meta.url), 'utf8'));
const CATALOGUE = read('operations.json') as Documents;
const EXTENSIONS = read('extensions.json') as Extensions;

export const DOCUMENTS: Documents = {
  ...CATALOGUE,
  operations: CATALOGUE.operations.map((each) => ({
    ...each,
    params: each.params ?? [],
    errors: each.errors ?? [],
    data: EXTENSIONS.data[each.action] ?? each.data,
  })),
  shapes: { ...CATALOGUE.shapes, ...EXTENSIONS.shapes },
};

/** Every grant of staff, as `userControl.allowModify`. */
export const GRANTS = Object.values(DOCUMENTS.permissions).flatMap(({ profileKey, names }) =>
  names.map((name) => `${profileKey}.${name}`),
);

export const SERVED = DOCUMENTS.operations;

export const BEYOND = Object.keys(EXTENSIONS.beyond);

export function documented(action: string): DocumentedOperation {
  const operation = SERVED.find((each) => each.action === action);
  if (!operation) throw new Error(`${action} is not served`);
  return operation;
}

/** The ERRORS.ID of a missing parameter. */
export function missingId({ missingIds }: DocumentedOperation, parameter: string): string {
  return missingIds?.[parameter] ?? `${parameter}_required`;
}

/** The ERRORS.ID of an invalid parameter; one operation shares another's. */
export function invalidId({ action }: DocumentedOperation, parameter: string): string {
  return action === 'user_wallet_history' && parameter === 'rqtp' ? 'rqtp_required' : `${parameter}_invalid`;
}

/** Request type parameters, whose invalid values have an error text of their own. */
export const REQUEST_TYPES: readonly string[] = ['rqtp', 'rqtype', 'rtyp', 'rqsx'];

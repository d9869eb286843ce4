import { readFileSync } from 'node:fs';

/** One parameter of an operation, as the documents have it. */
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
  /** Name of a shape, with [] for an array or as Paged<…>; several of them with | between. */
  readonly data: string;
  /** The grant that a staff session needs; null: any staff. */
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

/** What the service adds to the catalogue: shapes and DATA that are given in words, and operations beyond it. */
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

/** Operations beyond the catalogue that decisions name. */
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

/** The ERRORS.ID of a parameter outside its values; one operation is documented with another. */
export function invalidId({ action }: DocumentedOperation, parameter: string): string {
  return action === 'user_wallet_history' && parameter === 'rqtp' ? 'rqtp_required' : `${parameter}_invalid`;
}

/** Parameters that choose what is asked for; outside their values they have a text of their own. */
export const REQUEST_TYPES: readonly string[] = ['rqtp', 'rqtype', 'rtyp', 'rqsx'];

import 'reflect-metadata';
import type { Caller, MoneyCaller, Replayed, Visitor } from '../../kernel/caller.js';
import type { FailureDefinition } from '../../kernel/failure.js';
import type { Query } from './wire.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
/** none: no headers; signed: the three signed headers; admin: signed by a staff session. */
export type Access = 'none' | 'signed' | 'admin';
/** read: may be repeated; write: a repeated signature is refused; money: a repeat gets the stored result. */
export type Effect = 'read' | 'write' | 'money';
export type LimitClass =
  | 'login'
  | 'codes'
  | 'money'
  | 'lookup'
  | 'enquiry'
  | 'quote'
  | 'upload'
  | 'write'
  | 'read'
  | 'webhook'
  | 'approval';

/** Missing fields follow the failure's kind and name. `code: null` sends no CODE, `id: null` no ID. */
export interface WireError {
  readonly code?: number | null;
  readonly id?: string | null;
  readonly msg?: string;
  readonly details?: string;
}

export interface DeclaredFailure {
  readonly definition: FailureDefinition;
  readonly error: WireError;
}

/** Declares a failure of an operation; without an error it is answered by its kind. */
export function on(definition: FailureDefinition, error: WireError = {}): DeclaredFailure {
  return { definition, error };
}

export interface OperationSpec<A extends Access = Access, E extends Effect = Effect, Result = never> {
  readonly method: Method;
  readonly access: A;
  /** GET with access none only: verifies a signature where there is one, and sets `signedIn`. */
  readonly optionalSession?: boolean;
  /** Default: GET reads, everything else writes. */
  readonly effect?: E;
  /** Makes DATA of the result, for first answers and stored results alike. */
  readonly present: (result: Result) => unknown;
  readonly limit?: LimitClass;
  /** A part of the query that is limited separately at each address. Only with access none. */
  readonly limitSubject?: (operations: never, query: Query) => string | undefined;
  /** `emal` and `dsnm` name an account and a device; the counts of strangers do not limit one that signed in to it before. */
  readonly knowsDevices?: true;
  /** CODE of a missing or invalid parameter; null: none. Default 400. */
  readonly missing?: number | null;
  /** ERRORS.ID where it is not `<parameter>_required`. */
  readonly missingIds?: Readonly<Record<string, string>>;
  /** ERRORS.ID where it is not `<parameter>_invalid`. */
  readonly invalidIds?: Readonly<Record<string, string>>;
  /** Permission such as `userControl.allowModify`; null: any staff session. Only with access admin. */
  readonly permission?: string | null;
  /** A second permission. For a change, the operation itself decides what it opens. Only with a permission. */
  readonly orPermission?: string;
  /** Permissions for the caller's own records only, which the operation itself decides. Only with a permission. */
  readonly ownPermissions?: readonly string[];
  readonly forbidden?: WireError;
  /** The answer is about staff: its addresses are not masked as those of users are. Only with access admin. */
  readonly ofStaff?: true;
  /** The user whose records staff read with this input, as `user:01J…`, for the audit trail; undefined for nobody. */
  readonly reads?: (input: never) => string | undefined;
  readonly testAccounts?: WireError;
  readonly failures?: readonly DeclaredFailure[];
  /** Default CODE 500, `Could not process your request`. */
  readonly fault?: WireError;
  readonly unauthenticated?: WireError;
  /** Default: the query of GET and DELETE, the body of POST and PATCH. */
  readonly source?: 'query' | 'body';
  readonly bodyLimitBytes?: number;
  /** The caller has the body as it was sent, for parameters that another operation declares. */
  readonly seesBody?: true;
  /** Bytes of the part `file`; set where a multipart body is taken. */
  readonly uploadLimitBytes?: number;
  /** The parameter that lists files, each counted in the limit `upload`. Only with a session. */
  readonly uploadsIn?: string;
  readonly summary?: string;
}

export const OPERATION = 'harmattan:operation';

export interface OperationMetadata {
  readonly action: string;
  readonly spec: OperationSpec;
}

/** Staff operations must name a permission or null; others have none. */
type PermissionOf<A extends Access> = A extends 'admin'
  ? { readonly permission: string | null }
  : { readonly permission?: never; readonly forbidden?: never };

/** Only open operations are limited by address, and only sessions belong to test accounts. */
type SessionOptions<A extends Access> = A extends 'none'
  ? { readonly testAccounts?: never; readonly uploadsIn?: never; readonly effect?: 'read' | 'write' }
  : { readonly optionalSession?: never; readonly limitSubject?: never };

type CallerOf<A extends Access, E extends Effect> = E extends 'money' ? MoneyCaller : A extends 'none' ? Visitor : Caller;

/** A money operation may also return a repeat that the ledger recognised. */
type ResultOf<E extends Effect, Result> = E extends 'money' ? Result | Replayed : Result;

/** `unknown` where the handler's caller parameter fits, else a type that no handler has. */
type DeclaresCaller<Handler, Expected> = Handler extends (input: never, caller: infer Declared) => unknown
  ? unknown extends Declared
    ? Expected extends MoneyCaller
      ? { readonly mustDeclareCaller: Expected }
      : unknown
    : Declared extends Expected
      ? unknown
      : { readonly mustDeclareCaller: Expected }
  : never;

/** Serves one operation. The first parameter is the input class, the second `MoneyCaller`, `Caller` (with a session) or `Visitor`. */
export function Operation<A extends Access, E extends Effect = 'read', Result = unknown>(
  action: string,
  spec: OperationSpec<A, E, Result> & PermissionOf<A> & SessionOptions<A>,
) {
  const metadata: OperationMetadata = { action, spec };
  return <Handler extends (input: never, caller: CallerOf<A, E>) => ResultOf<E, Result> | Promise<ResultOf<E, Result>>>(
    _prototype: object,
    _method: string | symbol,
    { value }: TypedPropertyDescriptor<Handler & DeclaresCaller<Handler, CallerOf<A, E>>>,
  ): void => {
    Reflect.defineMetadata(OPERATION, metadata, value!);
  };
}

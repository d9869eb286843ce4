import 'reflect-metadata';
import type { Caller, MoneyCaller, Replayed, Visitor } from '../../kernel/caller.js';
import type { FailureDefinition } from '../../kernel/failure.js';
import type { Query } from './wire.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
/** none: no headers; signed: the three signed headers; admin: signed by a staff session. */
export type Access = 'none' | 'signed' | 'admin';
/** read: may be repeated; write: a repeat of the same signed request is refused; money: a repeat gets the stored result. */
export type Effect = 'read' | 'write' | 'money';
export type LimitClass = 'login' | 'codes' | 'money' | 'lookup' | 'upload' | 'write' | 'read' | 'webhook';

/** ERRORS of one failure of an operation. Missing fields follow the failure's kind. `code: null` sends no CODE. */
export interface WireError {
  readonly code?: number | null;
  readonly id?: string;
  readonly msg?: string;
  readonly details?: string;
}

/** A failure that an operation declares, with its ERRORS. */
export interface DeclaredFailure {
  readonly definition: FailureDefinition;
  readonly error: WireError;
}

/** Declares a failure of an operation; without an error it is answered by its kind. */
export function on(definition: FailureDefinition, error: WireError = {}): DeclaredFailure {
  return { definition, error };
}

/** The wire side of one operation, as the interface documents give it. */
export interface OperationSpec<A extends Access = Access, E extends Effect = Effect, Result = never> {
  readonly method: Method;
  readonly access: A;
  /** Only for GET with access none: a signature is verified where there is one, and its caller is `signedIn`. */
  readonly optionalSession?: boolean;
  /** Default: GET reads, everything else writes. */
  readonly effect?: E;
  /** Makes DATA of what the handler returns, for first answers and for stored results alike. */
  readonly present: (result: Result) => unknown;
  /** Rate-limit class; default: the effect. */
  readonly limit?: LimitClass;
  /** What is limited separately at each address, read from the query; undefined shares one limit. Only with access none. */
  readonly limitSubject?: (operations: never, query: Query) => string | undefined;
  /** CODE of a missing or invalid parameter; null: none is sent. Default 400. */
  readonly missing?: number | null;
  /** ERRORS.ID of a missing parameter where it is not `<parameter>_required`. */
  readonly missingIds?: Readonly<Record<string, string>>;
  /** ERRORS.ID of an invalid parameter where it is not `<parameter>_invalid`. */
  readonly invalidIds?: Readonly<Record<string, string>>;
  /** Grant that a staff session needs, `userControl.allowModify`; null: any staff session. Only with access admin. */
  readonly permission?: string | null;
  /** ERRORS where the permission is lacking; default CODE 403. */
  readonly forbidden?: WireError;
  /** Set where test accounts are refused. */
  readonly testAccounts?: WireError;
  /** Expected failures, each declared once. */
  readonly failures?: readonly DeclaredFailure[];
  /** A fault of the service; default CODE 500, `Could not process your request`. */
  readonly fault?: WireError;
  readonly unauthenticated?: WireError;
  /** Where parameters are read; default: the query of GET and DELETE, the body of POST and PATCH. */
  readonly source?: 'query' | 'body';
  /** Largest body in bytes; default 1 MB. */
  readonly bodyLimitBytes?: number;
  /** Set where a multipart body is taken: its parts are the parameters, and the part `file` has at most this many bytes. */
  readonly uploadLimitBytes?: number;
  /** The parameter that lists files, where there is one: each of them counts in the class `upload` as well. Only with a session. */
  readonly uploadsIn?: string;
  /** One line for the interface's documentation. */
  readonly summary?: string;
}

export const OPERATION = 'harmattan:operation';

export interface OperationMetadata {
  readonly action: string;
  readonly spec: OperationSpec;
}

/** Only staff have permissions, and every staff operation says which it needs. */
type PermissionOf<A extends Access> = A extends 'admin'
  ? { readonly permission: string | null }
  : { readonly permission?: never; readonly forbidden?: never };

/** Only open operations are limited by address, and only sessions can be those of test accounts. */
type SessionOptions<A extends Access> = A extends 'none'
  ? { readonly testAccounts?: never; readonly uploadsIn?: never; readonly effect?: 'read' | 'write' }
  : { readonly optionalSession?: never; readonly limitSubject?: never };

/** Who calls a handler, by the access and effect of its operation. */
type CallerOf<A extends Access, E extends Effect> = E extends 'money' ? MoneyCaller : A extends 'none' ? Visitor : Caller;

/** What a handler may return: a money operation also a repeat that the ledger recognised. */
type ResultOf<E extends Effect, Result> = E extends 'money' ? Result | Replayed : Result;

/** `unknown` where the handler declares exactly this caller, or none and moves no money; else a type that no handler has. */
type DeclaresCaller<Handler, Expected> = Handler extends (input: never, caller: infer Declared) => unknown
  ? unknown extends Declared
    ? Expected extends MoneyCaller
      ? { readonly mustDeclareCaller: Expected }
      : unknown
    : Declared extends Expected
      ? unknown
      : { readonly mustDeclareCaller: Expected }
  : never;

/**
 * Serves one operation. The class of the first parameter names the input, the second is the caller: `MoneyCaller` where
 * money moves, `Caller` with a session, `Visitor` without one. `present` takes what the handler returns.
 */
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

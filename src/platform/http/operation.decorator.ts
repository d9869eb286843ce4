import 'reflect-metadata';
import { SetMetadata } from '@nestjs/common';
import type { Query } from './wire.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
/** none: no headers; signed: the three signed headers; admin: signed by a staff session. */
export type Access = 'none' | 'signed' | 'admin';
/** read: may be repeated; write: a repeat of the same signed request is refused; money: a repeat is answered the stored result. */
export type Effect = 'read' | 'write' | 'money';
export type LimitClass = 'login' | 'codes' | 'money' | 'lookup' | 'upload' | 'write' | 'read' | 'webhook';

/** What an operation puts into ERRORS for one failure. Left out: as the failure's kind says. `code: null` sends no CODE. */
export interface WireError {
  readonly code?: number | null;
  readonly id?: string;
  readonly msg?: string;
  readonly details?: string;
}

/** The wire side of one operation, as the interface documents give it. */
export interface OperationSpec {
  readonly method: Method;
  readonly access: Access;
  /** Only for reading with access none: who signs the request all the same is known to the handler as `signedIn`. */
  readonly optionalSession?: boolean;
  /** Default: GET reads, everything else writes. */
  readonly effect?: Effect;
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
  /** What lacking the permission is answered; default CODE 403. */
  readonly forbidden?: WireError;
  /** Set where test accounts are refused. */
  readonly testAccounts?: WireError;
  /** Expected failures by name, `context.fact`; `{}` where it is answered as its kind says. */
  readonly failures?: Readonly<Record<string, WireError>>;
  /** A fault of ours; default CODE 500, `Could not process your request`. */
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

/** Serves one operation. The first parameter's class names the input, the second is the caller; what is returned becomes DATA. */
export function Operation(action: string, spec: OperationSpec): MethodDecorator {
  return SetMetadata<string, OperationMetadata>(OPERATION, { action, spec });
}

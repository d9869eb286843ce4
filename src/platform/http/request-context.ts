import { randomByte } from '../../kernel/random.js';
import type { Caller } from '../../kernel/caller.js';
import type { Failure } from '../../kernel/failure.js';
import type { RegisteredOperation } from './operation-registry.js';
import type { Session } from './session-directory.js';
import type { Query, WireRequest } from './wire.js';

/** Without letters that are easily confused with digits or each other. */
const REFERENCE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 8 random characters by which the log line of a request is found. */
export function newReference(): string {
  let reference = '';
  for (let length = 0; length < 8; length++) reference += REFERENCE_LETTERS[randomByte() & 31];
  return reference;
}

/** A synchronous step returns nothing, so that no request waits for the event loop without need. */
export type Step = (context: RequestContext) => void | Promise<void>;

export interface Authenticated {
  readonly session: Session;
  readonly signature: string;
  readonly idempotencyKey: string | undefined;
}

const NO_INPUT = {};

export class RequestContext {
  readonly reference = newReference();
  readonly headers: Record<string, string> = {};
  query: Query = {};
  action = '';
  foundOperation: RegisteredOperation | undefined = undefined;
  authenticated: Authenticated | undefined = undefined;
  caller: Caller | undefined = undefined;
  /** The limit of the network is used up, which does not concern the devices that the account knows. */
  networkLimit: Failure | undefined = undefined;
  input: object = NO_INPUT;
  /** The handler's result, or the stored result of a repeat. */
  result: unknown = undefined;
  /** Set before presenting only by a stored record that holds DATA. */
  data: unknown = undefined;

  constructor(readonly request: WireRequest) {}

  get operation(): RegisteredOperation {
    return this.foundOperation!;
  }
}

import type { Caller } from '../../kernel/caller.js';
import type { RegisteredOperation } from './operation-registry.js';
import { newReference } from './reference.js';
import type { Session } from './session-directory.js';
import type { Query, WireRequest } from './wire.js';

/** One step of the pipeline. A synchronous step returns nothing, so that no request waits for the event loop without need. */
export type Step = (context: RequestContext) => void | Promise<void>;

/** A verified signature. */
export interface Authenticated {
  readonly session: Session;
  readonly signature: string;
  readonly idempotencyKey: string | undefined;
}

const NO_INPUT = {};

/** What is known of a request while it passes the steps of the pipeline; each step adds to it. */
export class RequestContext {
  /** Stands in the log line and in a FAILED answer. */
  readonly reference = newReference();
  /** Headers of the answer. */
  readonly headers: Record<string, string> = {};
  query: Query = {};
  /** As it is echoed in the answer. */
  action = '';
  foundOperation: RegisteredOperation | undefined = undefined;
  /** Set where the request is signed. */
  authenticated: Authenticated | undefined = undefined;
  /** Who signed the request. */
  caller: Caller | undefined = undefined;
  input: object = NO_INPUT;
  /** What the handler returned, or returned the first time. */
  result: unknown = undefined;
  /** DATA of the answer. Set before it is presented only by a record that holds DATA. */
  data: unknown = undefined;

  constructor(readonly request: WireRequest) {}

  /** For the steps after the look-up, which has found it. */
  get operation(): RegisteredOperation {
    return this.foundOperation!;
  }
}

/**
 * The kind decides the HTTP status; the operation declares the envelope's CODE. `refused`: a business rule; money operations
 * store it. `fault`: an internal error, as is everything thrown that is not a Failure.
 */
export type FailureKind =
  | 'invalid'
  | 'refused'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'mismatch'
  | 'too_large'
  | 'media_type'
  | 'method'
  | 'too_many'
  | 'headers_too_large'
  | 'unavailable'
  | 'fault';

export interface FailureDefinition {
  /** Name such as `ledger.insufficient_funds`. */
  readonly name: string;
  readonly kind: FailureKind;
  readonly text: string;
}

/** The fault of a request, and the text that should have been signed if that is known. */
export interface Explanation {
  readonly reason: string;
  readonly text: string;
  readonly signed?: string | undefined;
}

interface FailureOptions {
  readonly text?: string;
  readonly retryAfterSeconds?: number | undefined;
  readonly remembered?: boolean;
  readonly cause?: unknown;
  readonly explanation?: Explanation | undefined;
}

export class Failure extends Error {
  readonly failure: string;
  readonly kind: FailureKind;
  /** Becomes `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** The idempotency record is as it should be: the refusal is stored in it, or a repeat continues the request. */
  readonly remembered: boolean;
  /** Help for authors of clients; in the sandbox only. */
  readonly explanation: Explanation | undefined;

  constructor(definition: FailureDefinition, options: FailureOptions = {}) {
    super(options.text ?? definition.text, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Failure';
    this.failure = definition.name;
    this.kind = definition.kind;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.remembered = options.remembered ?? false;
    this.explanation = options.explanation;
  }

  is(definition: FailureDefinition): boolean {
    return this.failure === definition.name;
  }
}

/** The failures of one context: `failures('ledger', { insufficient_funds: ['refused', 'Insufficient funds'] })`. */
export function failures<T extends Record<string, readonly [FailureKind, string]>>(
  context: string,
  entries: T,
): { readonly [K in keyof T]: FailureDefinition } {
  const catalogue = Object.entries(entries).map(
    ([fact, [kind, text]]) => [fact, { name: `${context}.${fact}`, kind, text }] as const,
  );
  return Object.fromEntries(catalogue) as { [K in keyof T]: FailureDefinition };
}

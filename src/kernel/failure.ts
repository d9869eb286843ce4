/**
 * The kind decides the HTTP status (platform/http), never the envelope's CODE, which the operation declares.
 * - `refused`: a business rule refuses because of the present state (insufficient funds). Stored by
 * money operations, so that a repeated request gets the same answer.
 * - `fault`: an internal error, as is everything thrown that is not a Failure.
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
  | 'unavailable'
  | 'fault';

export interface FailureDefinition {
  /** Context dot fact: `wallet.insufficient_funds`. */
  readonly name: string;
  readonly kind: FailureKind;
  readonly text: string;
}

/** An expected failure. Everything else that is thrown is an internal error. */
export class Failure extends Error {
  readonly failure: string;
  readonly kind: FailureKind;
  /** Becomes `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** The ledger stored the refusal in the idempotency record already. */
  readonly remembered: boolean;

  constructor(
    definition: FailureDefinition,
    options: { text?: string; retryAfterSeconds?: number; remembered?: boolean; cause?: unknown } = {},
  ) {
    super(options.text ?? definition.text, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Failure';
    this.failure = definition.name;
    this.kind = definition.kind;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.remembered = options.remembered ?? false;
  }

  is(definition: FailureDefinition): boolean {
    return this.failure === definition.name;
  }
}

/** A catalogue of one context: `failures('wallet', { insufficient_funds: ['refused', 'Insufficient funds'] })`. */
export function failures<T extends Record<string, readonly [FailureKind, string]>>(
  context: string,
  entries: T,
): { readonly [K in keyof T]: FailureDefinition } {
  const catalogue = Object.entries(entries).map(
    ([fact, [kind, text]]) => [fact, { name: `${context}.${fact}`, kind, text }] as const,
  );
  return Object.fromEntries(catalogue) as { [K in keyof T]: FailureDefinition };
}

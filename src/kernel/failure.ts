/**
 * What kind of failure it is. The kind decides the HTTP status (platform/http), never the envelope's CODE,
 * which the operation declares.
 *
 * - `refused`: a business rule says no because of the present state (insufficient funds). Remembered by
 *   money operations, so that a repeated request gets the same answer.
 * - `fault`: ours; everything that is not a Failure counts as one.
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

/** One expected failure of a context's catalogue. */
export interface FailureDefinition {
  /** Context dot fact: `wallet.insufficient_funds`. */
  readonly name: string;
  readonly kind: FailureKind;
  /** The human text, without the reference; the envelope adds it. */
  readonly text: string;
}

/** An expected failure. Everything else that is thrown is a fault. */
export class Failure extends Error {
  readonly failure: string;
  readonly kind: FailureKind;
  /** Seconds after which trying again makes sense; becomes `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** The refusal is already stored under its money request (the ledger does so in its own commit). */
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

export interface HttpCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** From the name look-up to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** Causes name no address, header or body, so they may be logged. */
export type HttpResult =
  /** Proved: not one byte of the request left. */
  | { readonly kind: 'not_sent'; readonly cause: string }
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  /** The request may have been received. */
  | { readonly kind: 'unknown'; readonly cause: 'timeout' | 'connection_lost' | 'too_large' };

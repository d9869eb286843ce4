import type { Digests } from './digests.js';
import type { RetryOptions } from './retries.js';
import type { SessionStore } from './sessions.js';
import type { Fetch, Progress } from './transport.js';

export interface ClientOptions {
  /** Address without a path: `https://api.example.com`. */
  readonly baseUrl: string;
  /** Default: in memory. */
  readonly session?: SessionStore;
  readonly retries?: RetryOptions;
  /** For an answer to one request. Default 60,000, in which the service answers every call that moves money. */
  readonly timeoutMs?: number;
  /** Default: WebCrypto, else node:crypto, else JavaScript. */
  readonly digests?: Digests;
  readonly fetch?: Fetch;
  /** SANDBOX_TOKEN of the service, where its sandbox asks for one. */
  readonly sandboxToken?: string;
  /** This machine's, in unix milliseconds. */
  readonly now?: () => number;
}

export interface CallOptions {
  /** For a call that moves money. Default: a new one, which its repetitions keep. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

export interface UploadOptions extends CallOptions {
  readonly onProgress?: Progress;
}

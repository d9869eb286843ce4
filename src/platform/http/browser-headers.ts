import type { IncomingMessage, ServerResponse } from 'node:http';

/** Headers that browsers may send, beyond those of every page. */
const REQUEST_HEADERS = 'content-type, idempotency-key, svc-securekey, svc-timestamp, svc-reqsignal';
/** Headers that scripts may read, beyond those of every script. */
const ANSWER_HEADERS = 'svc-server-time, retry-after, idempotency-replayed, ratelimit, ratelimit-policy, allow';
const METHODS = 'GET, POST, PUT, PATCH, DELETE';
/** The longest that Chromium honours. */
const PREFLIGHT_SECONDS = 7_200;
/** For operators and developers, who have no other origin. */
const SAME_ORIGIN_ONLY = /^\/(console|metrics|sandbox)(\/|\?|$)/;
/** A year, as browsers recommend it; subdomains are not ours to decide about. */
const BY_HTTPS_ONLY = ['strict-transport-security', 'max-age=31536000'];

/**
 * The lines by which browsers come back by https only (RFC 6797), where the service is reached so, and by which pages of other origins
 * may call the interface and read its answers. There are no cookies, so no credentials are allowed.
 */
export class BrowserHeaders {
  private readonly allowed: ReadonlySet<string>;
  private readonly always: readonly string[];
  private readonly toAll: readonly string[];

  constructor(publicUrl: string, origins: readonly string[]) {
    this.allowed = new Set(origins);
    this.always = new URL(publicUrl).protocol === 'https:' ? BY_HTTPS_ONLY : [];
    this.toAll = origins.length === 0 ? this.always : [...this.always, 'vary', 'Origin'];
  }

  /** Names and values, in turns. */
  of({ url = '', headers: { origin } }: IncomingMessage): readonly string[] {
    if (this.allowed.size === 0) return this.always;
    if (SAME_ORIGIN_ONLY.test(url)) return this.always;
    if (origin === undefined || !this.allowed.has(origin)) return this.toAll;
    return [...this.toAll, 'access-control-allow-origin', origin, 'access-control-expose-headers', ANSWER_HEADERS];
  }

  /** Answers the preflight of a browser before it sends a request of a page. */
  answersPreflight({ method, headers }: IncomingMessage, lines: readonly string[], response: ServerResponse): boolean {
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
    if (!lines.includes('access-control-allow-origin')) return false;
    const more = ['access-control-allow-methods', METHODS, 'access-control-allow-headers', REQUEST_HEADERS];
    response.writeHead(204, [...lines, ...more, 'access-control-max-age', String(PREFLIGHT_SECONDS)]).end();
    return true;
  }
}

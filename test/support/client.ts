import { createHmac, hash } from 'node:crypto';
import { stringToSign } from '../../packages/client/src/signing.js';
import { type FormPart, multipart } from './multipart.js';

export interface Credentials {
  readonly pbcKey: string;
  readonly secret: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly REQUEST: { VERSION: string; ACTION: string; STATUS: string };
    // oxlint-disable-next-line typescript/no-explicit-any -- DATA has another shape for each operation
    readonly DATA: any;
    readonly ERRORS: { CODE?: number; ID?: string; MSG?: string; DETAILS: string };
  };
}

export interface CallOptions {
  readonly method?: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  /** A multipart body, in place of `body`: values, files and, as an array, a repeated name. */
  readonly form?: Readonly<Record<string, FormValue | readonly FormValue[] | undefined>>;
  readonly as?: Credentials;
  readonly idempotencyKey?: string;
  /** Unix seconds; default now. */
  readonly timestamp?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export type FormValue = string | Omit<FormPart, 'name'>;

/** The signed parts of a request. */
export interface SignedRequest {
  readonly method: string;
  readonly target: string;
  readonly body?: string | Uint8Array;
  /** Default: of the body. */
  readonly bodyHash?: string | undefined;
  /** Unix seconds; default now. */
  readonly timestamp?: number | undefined;
  readonly idempotencyKey?: string | undefined;
}

export function signedHeaders({ pbcKey, secret }: Credentials, request: SignedRequest): Record<string, string> {
  const timestamp = String(request.timestamp ?? Math.floor(Date.now() / 1000));
  const text = stringToSign({
    method: request.method,
    target: request.target,
    timestamp,
    pbcKey,
    bodyHash: request.bodyHash ?? `raw:${hash('sha512', request.body ?? '', 'hex')}`,
    idempotencyKey: request.idempotencyKey,
  });
  return {
    'svc-securekey': pbcKey,
    'svc-timestamp': timestamp,
    'svc-reqsignal': createHmac('sha512', secret).update(text).digest('hex'),
  };
}

let distinct = 0;

/** A client of the service that signs where credentials are given. */
export class TestClient {
  constructor(readonly baseUrl: string) {}

  get(action: string, options: CallOptions = {}): Promise<Answer> {
    return this.call(action, { ...options, method: 'GET' });
  }

  post(action: string, options: CallOptions = {}): Promise<Answer> {
    return this.call(action, { ...options, method: 'POST' });
  }

  async call(action: string, options: CallOptions): Promise<Answer> {
    const method = options.method ?? 'GET';
    const parameters = new URLSearchParams({ req: action });
    for (const [name, value] of Object.entries(options.query ?? {})) parameters.set(name, String(value));
    // Identical requests of one second would have the same signature and be taken for a replay.
    if (options.as) parameters.set('n', `distinct-${process.pid}-${++distinct}`);
    const target = `/?${parameters.toString()}`;
    if (options.form) return this.sendForm(method, target, partsOf(options.form), options);
    const body = options.body === undefined ? '' : typeof options.body === 'string' ? options.body : JSON.stringify(options.body);
    return this.send(method, target, body, options);
  }

  /** Sends exactly this target and body, signed where credentials are given. */
  async send(method: string, target: string, body: string, options: CallOptions = {}): Promise<Answer> {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
    const { timestamp, idempotencyKey } = options;
    if (options.as) Object.assign(headers, signedHeaders(options.as, { method, target, body, timestamp, idempotencyKey }));
    return this.fetch(target, {
      method,
      headers: { ...headers, ...options.headers },
      // fetch sends no body with GET; that case is tested over a raw socket.
      ...(method === 'GET' || body === '' ? {} : { body }),
    });
  }

  /** Sends these parts, signed by their manifest where credentials are given. */
  sendForm(method: string, target: string, parts: readonly FormPart[], options: CallOptions = {}): Promise<Answer> {
    const { contentType, body, bodyHash } = multipart(parts);
    const { timestamp } = options;
    const signed = options.as ? signedHeaders(options.as, { method, target, bodyHash, timestamp }) : {};
    return this.fetch(target, { method, headers: { 'content-type': contentType, ...signed, ...options.headers }, body });
  }

  private async fetch(target: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(this.baseUrl + target, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: JSON.parse(text) as Answer['body'] };
  }
}

function partsOf(form: NonNullable<CallOptions['form']>): FormPart[] {
  return Object.entries(form).flatMap(([name, given]) =>
    [given ?? []].flat().map((value: FormValue) => ({ name, ...(typeof value === 'string' ? { content: value } : value) })),
  );
}

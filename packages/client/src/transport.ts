import { describeSilence, originOf } from './advice.js';
import type { Bytes } from './bytes.js';
import { type HarmattanError, localError } from './errors.js';

export interface WireRequest {
  readonly action: string;
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Bytes | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: Progress | undefined;
}

export interface WireAnswer {
  readonly status: number;
  readonly text: string;
  readonly header: (name: string) => string | null;
}

/** Is told how many bytes of the body were handed over so far. */
export type Progress = (sentBytes: number, totalBytes: number) => void;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What is used of XMLHttpRequest. */
interface Xhr {
  readonly status: number;
  readonly responseText: string;
  readonly upload: { addEventListener(type: 'progress', listen: (event: { loaded: number; total: number }) => void): void };
  addEventListener(type: 'load' | 'error' | 'abort', listen: () => void): void;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getResponseHeader(name: string): string | null;
  send(body?: Bytes): void;
  abort(): void;
}

/** Node's codes for requests that never left the machine. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);
const CHUNK_BYTES = 65_536;

/** One request. @throws HarmattanError `no_answer`, `unreachable` or `cancelled` */
export async function exchange(fetch: Fetch, request: WireRequest): Promise<WireAnswer> {
  const control = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    control.abort();
  }, request.timeoutMs);
  const cancel = () => control.abort();
  request.signal?.addEventListener('abort', cancel);
  if (request.signal?.aborted) cancel();
  try {
    return await (request.onProgress && hasXhr() ? exchangeByXhr : exchangeByFetch)(fetch, request, control.signal);
  } catch (error) {
    throw failureOf(request, error, isLate);
  } finally {
    clearTimeout(timer);
    request.signal?.removeEventListener('abort', cancel);
  }
}

async function exchangeByFetch(fetch: Fetch, request: WireRequest, signal: AbortSignal): Promise<WireAnswer> {
  const { url, method, headers, body, onProgress } = request;
  const init: RequestInit & { duplex?: 'half' } = { method, headers, signal, redirect: 'error' };
  if (body && onProgress) Object.assign(init, { body: streamed(body, onProgress), duplex: 'half' });
  else if (body) init.body = body;
  const response = await fetch(url, init);
  return { status: response.status, text: await response.text(), header: (name) => response.headers.get(name) };
}

/** Browsers and React Native report the progress of an upload to XMLHttpRequest only. */
function exchangeByXhr(
  _: Fetch,
  { url, method, headers, body, onProgress }: WireRequest,
  signal: AbortSignal,
): Promise<WireAnswer> {
  return new Promise((done, fail) => {
    const xhr = new (globalThis as unknown as { XMLHttpRequest: new () => Xhr }).XMLHttpRequest();
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded, total));
    xhr.addEventListener('load', () =>
      done({ status: xhr.status, text: xhr.responseText, header: (name) => xhr.getResponseHeader(name) }),
    );
    xhr.addEventListener('error', () => fail(new Error('The connection failed')));
    xhr.addEventListener('abort', () => fail(new Error('Aborted')));
    signal.addEventListener('abort', () => xhr.abort());
    xhr.send(body);
  });
}

function hasXhr(): boolean {
  return 'XMLHttpRequest' in globalThis;
}

function streamed(body: Bytes, onProgress: Progress): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream<Uint8Array>({
    pull(stream) {
      if (sent > 0) onProgress(sent, body.length);
      if (sent === body.length) return stream.close();
      const chunk = body.subarray(sent, sent + CHUNK_BYTES);
      sent += chunk.length;
      return stream.enqueue(chunk);
    },
  });
}

function failureOf({ action, url, signal, timeoutMs }: WireRequest, error: unknown, isLate: boolean): HarmattanError {
  if (signal?.aborted) return localError(action, 'cancelled', 'The call was cancelled', error);
  const { cause } = error as { cause?: { code?: string } };
  if (isLate) return localError(action, 'no_answer', `The service did not answer within ${timeoutMs / 1000} s`, error);
  const code = cause?.code ?? '';
  if (UNSENT.has(code))
    return localError(
      action,
      'unreachable',
      `Nothing answers at ${originOf(url)} (${code}): is the service running there?`,
      error,
    );
  return localError(action, 'no_answer', describeSilence(url, error), error);
}

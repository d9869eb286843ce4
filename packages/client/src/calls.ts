import { describeForeign } from './advice.js';
import { uniqueId } from './digests.js';
import { HarmattanError, type WireErrors } from './errors.js';
import type { EncodedBody } from './form.js';
import type { Action, OperationFacts } from './operations.js';
import type { UploadOptions } from './options.js';
import type { WireAnswer } from './transport.js';

/** One call of an operation, over all its repetitions. */
export interface Call {
  readonly action: Action;
  readonly facts: OperationFacts;
  readonly query: object;
  readonly body: EncodedBody;
  readonly idempotencyKey: string | undefined;
  readonly options: UploadOptions;
}

interface Envelope {
  readonly REQUEST: { readonly STATUS: string };
  readonly DATA: unknown;
  readonly ERRORS: WireErrors;
}

/** `n` makes two equal requests of one second differ, which the service would take for one sent twice. */
export function targetOf({ action, query, facts }: Call): string {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined);
  if (facts.access !== 'open') parameters.push(['n', uniqueId()]);
  const text = parameters.map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`).join('&');
  return text === '' ? `/${action}` : `/${action}?${text}`;
}

/** As `fetch` leaves it, because the signature is over what is sent. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27');
}

/** @throws HarmattanError where the answer is a failure, or not one of the service */
export function dataOf(action: Action, url: string, { status, text, header }: WireAnswer): unknown {
  const envelope = parse(text);
  if (envelope?.REQUEST?.STATUS === 'OK') return envelope.DATA;
  const retryAfter = Number(header('retry-after') ?? NaN);
  const errors = envelope?.ERRORS ?? { ID: 'not_an_envelope', DETAILS: describeForeign(url, status, text) };
  throw new HarmattanError({ action, status, errors, retryAfter: Number.isNaN(retryAfter) ? undefined : retryAfter });
}

function parse(text: string): Partial<Envelope> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether it came to its end; false where the caller cancelled. */
export function pause(ms: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((done) => {
    const end = (isWhole: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      done(isWhole);
    };
    const cancel = () => end(false);
    const timer = setTimeout(() => end(true), ms);
    signal?.addEventListener('abort', cancel);
    if (signal?.aborted) cancel();
  });
}

import { hash, randomBytes } from 'node:crypto';
import { multipartBodyHash, rawBodyHash, sign, stringToSign } from '../../platform/http/signature.js';
import { CommandError } from '../terminal.js';
import { type CallInput, type DescribedOperation, DescribedOperations, type InterfaceDocument } from './described-operations.js';

const TIMEOUT_MS = 60_000;

interface Credentials {
  readonly pbcKey: string;
  readonly secret: string;
}

interface Signing {
  readonly credentials?: Credentials;
  readonly idempotencyKey?: string | undefined;
}

interface Envelope {
  readonly REQUEST: { readonly STATUS: string };
  readonly DATA?: unknown;
  readonly ERRORS?: { readonly ID?: string; readonly CODE?: number; readonly MSG?: string; readonly DETAILS?: string };
}

export interface Answer {
  readonly text: string;
  readonly envelope: Envelope;
  /** The wait that the service asks for before the next try. */
  readonly retryAfterSeconds: number | undefined;
}

/** No answer came, or none of the service. */
export class NoAnswer extends CommandError {}

interface EncodedBody {
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
  readonly contentType: string;
  readonly bodyHash: string;
}

export class ServiceClient {
  /** How far its clock is ahead of this machine's. */
  private aheadMs = 0;

  constructor(private readonly url: string) {}

  async operations(): Promise<DescribedOperations> {
    const response = await this.fetch('/openapi.json', {});
    const document = (await response.json().catch(() => undefined)) as InterfaceDocument | undefined;
    if (!response.ok || typeof document?.paths !== 'object')
      throw new NoAnswer(`What answers at ${this.url} is not Harmattan (HTTP ${response.status}): correct --url.`);
    return new DescribedOperations(document);
  }

  async send(
    { action, method, source, signed }: DescribedOperation,
    input: CallInput,
    { credentials, idempotencyKey }: Signing = {},
  ): Promise<Answer> {
    const query = source === 'query' ? input.values : {};
    const distinct = signed === 'never' || 'n' in query ? {} : { n: randomBytes(12).toString('hex') };
    const target = targetOf({ req: action, ...query, ...distinct });
    const body = await encodeBody(source, input);
    const headers: Record<string, string> = { 'Content-Type': body.contentType };
    if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey;
    if (credentials) Object.assign(headers, this.sign(credentials, method, target, body.bodyHash, idempotencyKey));
    const response = await this.fetch(target, { method, headers, ...(body.bytes ? { body: body.bytes } : {}) });
    const text = await response.text().catch((error: unknown) => this.failed(error));
    const envelope = parse(text);
    if (!envelope)
      throw new NoAnswer(`HTTP ${response.status}, and no answer of the service: something before it at ${this.url} answered.`);
    const retryAfter = Number(response.headers.get('retry-after') ?? 0);
    return { text, envelope, retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined };
  }

  /** The service's time. */
  nowMs(): number {
    return Date.now() + this.aheadMs;
  }

  private sign(
    { pbcKey, secret }: Credentials,
    method: string,
    target: string,
    bodyHash: string,
    idempotencyKey: string | undefined,
  ): Record<string, string> {
    const timestamp = String(Math.floor(this.nowMs() / 1000));
    const text = stringToSign({ method, target, timestamp, publicKey: pbcKey, bodyHash, idempotencyKey });
    return { 'SVC-SECUREKEY': pbcKey, 'SVC-TIMESTAMP': timestamp, 'SVC-REQSIGNAL': sign(secret, text) };
  }

  private async fetch(target: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(this.url + target, { ...init, signal, redirect: 'error' }).catch((error: unknown) =>
      this.failed(error),
    );
    const serverSeconds = Number(response.headers.get('svc-server-time') ?? NaN);
    if (Number.isFinite(serverSeconds)) this.aheadMs = serverSeconds * 1000 - Date.now();
    return response;
  }

  private failed(error: unknown): never {
    const { cause } = error as { cause?: { code?: string; message?: string } };
    const reason = cause?.code ?? cause?.message ?? (error as Error).message;
    if (reason === 'ECONNREFUSED')
      throw new NoAnswer(`No service answers at ${this.url}: start it with npm start, or name another one with --url.`);
    throw new NoAnswer(`The service at ${this.url} did not answer (${reason}).`);
  }
}

/** Encoded as `fetch` leaves it, because the signature covers the sent bytes. */
function targetOf(parameters: Readonly<Record<string, unknown>>): string {
  const encoded = (text: string) => encodeURIComponent(text).replaceAll("'", '%27');
  const pairs = Object.entries(parameters).map(
    ([name, value]) => `${encoded(name)}=${encoded(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  return `/?${pairs.join('&')}`;
}

async function encodeBody(source: DescribedOperation['source'], { values, files }: CallInput): Promise<EncodedBody> {
  if (source === 'form') return encodeForm(values, files);
  const bytes = source === 'body' ? new TextEncoder().encode(JSON.stringify(values)) : undefined;
  return { bytes, contentType: 'application/json', bodyHash: rawBodyHash(bytes ?? new Uint8Array()) };
}

async function encodeForm(values: CallInput['values'], files: CallInput['files']): Promise<EncodedBody> {
  const form = new FormData();
  const texts = Object.entries(values).map(([name, value]) => [name, String(value)] as const);
  for (const [name, text] of texts) form.append(name, text);
  for (const [name, file] of Object.entries(files)) form.append(name, new Blob([new Uint8Array(file.content)]), file.name);
  const encoded = new Response(form);
  return {
    bytes: new Uint8Array(await encoded.arrayBuffer()),
    contentType: encoded.headers.get('content-type')!,
    bodyHash: multipartBodyHash([
      ...texts.map(([name, text]) => ({ kind: 'v' as const, name, sha512: hash('sha512', text, 'hex') })),
      ...Object.entries(files).map(([name, { content }]) => ({
        kind: 'f' as const,
        name,
        sha512: hash('sha512', content, 'hex'),
      })),
    ]),
  };
}

function parse(text: string): Envelope | undefined {
  try {
    const value = JSON.parse(text) as Envelope | null;
    return typeof value?.REQUEST?.STATUS === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

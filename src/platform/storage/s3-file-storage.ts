import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { Agent, fetch, type Response } from 'undici';
import { after, sleep } from '../../kernel/timers.js';
import { readTlsFiles, tlsFilesOf } from '../config/tls-files.js';
import { type ByteRange, FileStorage, type LocalFile } from '../../kernel/storage.js';

export interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Set for keys that expire. */
  readonly sessionToken?: string;
}

/** The keys to sign the next request with. */
export type AccessKeys = () => Promise<AccessKey>;

export function fixedKeys(key: AccessKey): AccessKeys {
  return () => Promise.resolve(key);
}

/**
 * Keys of the role of the pod, container or machine, as AWS's own programs find them, renewed before they end: by the environment
 * (`AWS_WEB_IDENTITY_TOKEN_FILE`, `AWS_CONTAINER_CREDENTIALS_FULL_URI`), a profile, or the metadata of the machine.
 */
export function roleKeys(region: string): AccessKeys {
  let provider: Promise<AccessKeys> | undefined;
  return async () => (await (provider ??= openProvider(region)))();
}

async function openProvider(region: string): Promise<AccessKeys> {
  const { defaultProvider } = await import('@aws-sdk/credential-provider-node');
  return defaultProvider({ clientConfig: { region } });
}

const TIMEOUT_MS = 30_000;
const ATTEMPTS = 3;
const RETRY_DELAY_MS = 200;
const DEFAULT_REGION = 'us-east-1';

interface StoreRequest {
  readonly method: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: () => Buffer | Readable;
}

export class S3FileStorage extends FileStorage {
  private readonly region: string;
  private readonly keys: AccessKeys;
  private readonly bucketUrl: string;
  private readonly bucketPath: string;
  private readonly agent: Agent;
  /**
   * @param url `https://[<access key>:<secret key>@]<host>[:port]/<bucket>[/<prefix>][?region=<region>]`, parts percent-encoded;
   * without keys those of the machine's or pod's role; `ca`, `cert` and `key`, files in PEM, as further parameters
   * @throws Error where a file cannot be read
   */
  constructor(url: string) {
    super();
    const { username, password, origin, pathname, searchParams } = new URL(url);
    this.region = searchParams.get('region') ?? DEFAULT_REGION;
    this.agent = new Agent({ connect: readTlsFiles(tlsFilesOf(searchParams)) });
    this.keys =
      username === ''
        ? roleKeys(this.region)
        : fixedKeys({ accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) });
    this.bucketPath = pathname.replace(/\/+$/, '');
    this.bucketUrl = `${origin}${this.bucketPath}`;
  }

  async take(key: string, { path, sizeBytes, sha256 }: LocalFile): Promise<void> {
    const headers = { 'content-length': String(sizeBytes), 'x-amz-content-sha256': sha256 };
    await answerOf(await this.send(key, { method: 'PUT', headers, body: () => createReadStream(path) }));
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    const headers = { 'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex') };
    await answerOf(await this.send(key, { method: 'PUT', headers, body: () => bytes }));
  }

  async open(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const headers: Record<string, string> = range ? { range: `bytes=${range.from}-${range.to}` } : {};
    const response = await this.send(key, { method: 'GET', headers });
    if (response.status === (range ? 206 : 200)) return Readable.fromWeb(response.body as ReadableStream);
    await answerOf(response, 404);
    return undefined;
  }

  async move(from: string, to: string): Promise<void> {
    const headers = { 'x-amz-copy-source': `${this.bucketPath}/${from}` };
    const response = await this.send(to, { method: 'PUT', headers });
    const text = await answerOf(response, 200, 404);
    if (response.status === 404) return;
    // A failed copy answers 200 with an error in the body.
    if (text.includes('<Error>')) throw new Error(`the object store did not copy: ${errorCode(text)}`);
    await this.remove(from);
  }

  async remove(...keys: string[]): Promise<void> {
    for (const key of keys) await answerOf(await this.send(key, { method: 'DELETE' }), 204, 200, 404);
  }

  async list(prefix: string): Promise<string[]> {
    const base = this.bucketPath.split('/').slice(2).join('/');
    const path = base === '' ? '' : `${base}/`;
    const keys: string[] = [];
    let token: string | undefined;
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix: path + prefix });
      if (token) query.set('continuation-token', token);
      // The signature covers them in order.
      query.sort();
      const text = await answerOf(await this.send('', { method: 'GET' }, query));
      for (const [, key] of text.matchAll(/<Key>([^<]+)<\/Key>/g)) keys.push(key!.slice(path.length));
      token = /<NextContinuationToken>([^<]+)</.exec(text)?.[1];
    } while (token);
    return keys;
  }

  /** Retries when the store is unreachable or busy; all requests are idempotent. */
  private async send(key: string, request: StoreRequest, query?: URLSearchParams): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      try {
        const response = await this.sendOnce(query ? this.listUrl(query) : `${this.bucketUrl}/${key}`, request);
        if (attempt === ATTEMPTS || (response.status < 500 && response.status !== 429)) return response;
        await response.body?.cancel();
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
      }
      await sleep(RETRY_DELAY_MS * attempt);
    }
  }

  /** Lists are requests of the bucket, not of the folder in it. */
  private listUrl(query: URLSearchParams): string {
    const { origin, pathname } = new URL(this.bucketUrl);
    return `${origin}/${pathname.split('/')[1]}?${query.toString()}`;
  }

  private async sendOnce(url: string, { method, headers, body }: StoreRequest): Promise<Response> {
    const client = new AwsClient({ ...(await this.keys()), service: 's3', region: this.region });
    const signed = await client.sign(url, { method, headers: { ...headers } });
    const content = body?.();
    const tooLate = new AbortController();
    // Limits the time until the answer begins, not the reading of its body.
    const timer = after(TIMEOUT_MS, () => tooLate.abort());
    try {
      return await fetch(signed.url, {
        method,
        headers: Object.fromEntries(signed.headers),
        dispatcher: this.agent,
        redirect: 'error',
        signal: tooLate.signal,
        ...(content instanceof Readable ? { body: Readable.toWeb(content), duplex: 'half' } : { body: content ?? null }),
      });
    } finally {
      timer.stop();
    }
  }
}

async function answerOf(response: Response, ...statuses: number[]): Promise<string> {
  const text = await response.text();
  if ((statuses.length > 0 ? statuses : [200]).includes(response.status)) return text;
  throw new Error(`the object store answered ${response.status} ${errorCode(text)}`);
}

/** The rest of S3's text may hold data and is not logged. */
function errorCode(text: string): string {
  return /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? '';
}

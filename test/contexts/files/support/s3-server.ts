import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createSecureServer, type ServerOptions } from 'node:https';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const ACCESS_KEY = 'ACCESSKEY0001';
export const SECRET_KEY = 'secret/key+with=signs';
const REGION = 'eu-west-1';
const BUCKET = 'uploads';

/**
 * A simulated object store: PUT, copy, GET with a range, DELETE, path-style. Verifies each signature by AWS Signature Version 4
 * and the checksum of each body.
 */
export class S3Server {
  readonly objects = new Map<string, Buffer>();
  /** One of them is asked for, where keys are a role's. */
  readonly sessionTokens = new Set<string>();
  /** Requests with a valid signature. */
  requests = 0;
  /** Replaces the answers of the next requests, one each. */
  readonly faults: (number | 'hang up' | 'copy error')[] = [];
  private readonly server: Server;

  /** @param tls with which it is reached by https */
  constructor(private readonly tls?: ServerOptions) {
    const answer = (request: IncomingMessage, response: ServerResponse) => void this.answer(request, response);
    this.server = tls ? createSecureServer(tls, answer) : createServer(answer);
  }

  async start(): Promise<this> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this;
  }

  /** For S3_URL. */
  url(secretKey = SECRET_KEY): string {
    const { port } = this.server.address() as AddressInfo;
    return `${this.tls ? 'https' : 'http'}://${ACCESS_KEY}:${encodeURIComponent(secretKey)}@127.0.0.1:${port}/${BUCKET}?region=${REGION}`;
  }

  /** For S3_URL, by the keys of a role. */
  urlWithoutKeys(): string {
    return this.url().replace(/\/\/.*@/, '//');
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.faults.shift();
    if (fault === 'hang up') return void request.socket.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (typeof fault === 'number') return fail(response, fault, 'SlowDown');
    const wrong = whatIsWrong(request, body);
    if (wrong) return fail(response, 403, wrong);
    const token = request.headers['x-amz-security-token'];
    if (this.sessionTokens.size > 0 && !this.sessionTokens.has(String(token))) return fail(response, 400, 'ExpiredToken');
    this.requests++;
    const key = decodeURIComponent(request.url!.slice(`/${BUCKET}/`.length));
    const { pathname, searchParams } = new URL(request.url!, 'http://store');
    if (request.method === 'GET' && pathname === `/${BUCKET}`) return this.list(searchParams, response);
    if (!request.url!.startsWith(`/${BUCKET}/`)) return fail(response, 404, 'NoSuchBucket');
    if (request.method === 'PUT') return this.put(key, body, request, response, fault);
    if (request.method === 'GET') return this.get(key, request, response);
    if (request.method !== 'DELETE') return fail(response, 405, 'MethodNotAllowed');
    this.objects.delete(key);
    response.writeHead(204).end();
  }

  private put(key: string, body: Buffer, request: IncomingMessage, response: ServerResponse, fault?: string): void {
    const source = request.headers['x-amz-copy-source'];
    if (typeof source !== 'string') {
      this.objects.set(key, body);
      return void response.writeHead(200, { etag: '"1"' }).end();
    }
    const copied = this.objects.get(decodeURIComponent(source).replace(`/${BUCKET}/`, ''));
    if (!copied) return fail(response, 404, 'NoSuchKey');
    if (fault) return void response.writeHead(200).end('<Error><Code>InternalError</Code></Error>');
    this.objects.set(key, copied);
    response.writeHead(200).end('<CopyObjectResult/>');
  }

  /** Two keys a page. */
  private list(query: URLSearchParams, response: ServerResponse): void {
    const after = query.get('continuation-token') ?? '';
    const keys = [...this.objects.keys()].toSorted().filter((key) => key.startsWith(query.get('prefix')!) && key > after);
    const page = keys.slice(0, 2);
    const next = keys.length > 2 ? `<NextContinuationToken>${page[1]}</NextContinuationToken>` : '';
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
    response.writeHead(200).end(`<ListBucketResult>${contents}${next}</ListBucketResult>`);
  }

  private get(key: string, request: IncomingMessage, response: ServerResponse): void {
    const object = this.objects.get(key);
    if (!object) return fail(response, 404, 'NoSuchKey');
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    if (!range) return void response.writeHead(200, { 'content-length': object.length }).end(object);
    response.writeHead(206).end(object.subarray(Number(range[1]), Number(range[2]) + 1));
  }
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

/** The error code of an invalid request. */
function whatIsWrong(request: IncomingMessage, body: Buffer): string | undefined {
  const { authorization = '' } = request.headers;
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      authorization,
    );
  if (!parts) return 'AccessDenied';
  const [, accessKey, day, region, signedHeaders, signature] = parts as unknown as string[];
  if (accessKey !== ACCESS_KEY) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const header = (name: string) => String(request.headers[name] ?? '').trim();
  const names = signedHeaders!.split(';');
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))) return 'AccessDenied';
  const payload = header('x-amz-content-sha256');
  const url = new URL(request.url!, 'http://store');
  const canonical = [
    request.method,
    url.pathname,
    url.search.slice(1),
    ...names.map((name) => `${name}:${header(name)}`),
    '',
    signedHeaders,
    payload,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', header('x-amz-date'), scope, sha256(canonical)].join('\n');
  const key = [day!, region, 's3', 'aws4_request'].reduce<Buffer>(
    (secret, part) => hmac(secret, part),
    Buffer.from(`AWS4${SECRET_KEY}`),
  );
  if (hmac(key, toSign).toString('hex') !== signature) return 'SignatureDoesNotMatch';
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  if (request.method === 'PUT' && request.headers['transfer-encoding'] !== undefined) return 'MissingContentLength';
  return undefined;
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

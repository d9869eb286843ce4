import { type Bytes, hex, utf8 } from './bytes.js';
import type { Digests } from './digests.js';

/** A secret that signs and need not be readable, such as a key of WebCrypto that is not extractable. */
export interface SigningKey {
  hmacSha512(data: Bytes): Promise<Bytes>;
}

/** What a session signs with. */
export interface Credentials {
  readonly pbcKey: string;
  readonly secret: string | SigningKey;
}

/** The signed parts of a request, exactly as they are sent. */
export interface SignedParts {
  readonly method: string;
  /** Path, `?` and query. */
  readonly target: string;
  /** Unix seconds. */
  readonly timestamp: number | string;
  readonly pbcKey: string;
  /** `raw:…` or `mp1:…`. */
  readonly bodyHash: string;
  readonly idempotencyKey?: string | undefined;
}

/** A part of a form; with `isFile` it is sent with a file name. */
export interface HashedPart {
  readonly name: string;
  readonly isFile: boolean;
  /** Bytes' hash, in hex. */
  readonly sha512: string;
}

export function stringToSign({ method, target, timestamp, pbcKey, bodyHash, idempotencyKey }: SignedParts): string {
  const lines = ['SVC1-HMAC-SHA512', method, target, String(timestamp), pbcKey, bodyHash];
  if (idempotencyKey !== undefined) lines.push(idempotencyKey);
  return lines.join('\n');
}

export async function signedHeaders(
  digests: Digests,
  { pbcKey, secret }: Credentials,
  request: Omit<SignedParts, 'pbcKey'>,
): Promise<Record<string, string>> {
  const text = utf8(stringToSign({ ...request, pbcKey }));
  const signature = typeof secret === 'string' ? digests.hmacSha512(utf8(secret), text) : secret.hmacSha512(text);
  return {
    'SVC-SECUREKEY': pbcKey,
    'SVC-TIMESTAMP': String(request.timestamp),
    'SVC-REQSIGNAL': hex(await signature),
  };
}

export async function rawBodyHash(digests: Digests, body: Bytes): Promise<string> {
  return `raw:${hex(await digests.sha512(body))}`;
}

export async function formBodyHash(digests: Digests, parts: readonly HashedPart[]): Promise<string> {
  return `mp1:${hex(await digests.sha512(formManifest(parts)))}`;
}

/** A line for each part, sorted by the values of its bytes. */
export function formManifest(parts: readonly HashedPart[]): Bytes {
  const lines = parts.map(({ name, isFile, sha512 }) => utf8(`${isFile ? 'f' : 'v'}:${name}:${sha512}\n`)).sort(byBytes);
  const manifest = new Uint8Array(lines.reduce((length, line) => length + line.length, 0));
  let at = 0;
  for (const line of lines) {
    manifest.set(line, at);
    at += line.length;
  }
  return manifest;
}

function byBytes(one: Bytes, other: Bytes): number {
  const place = one.findIndex((byte, at) => byte !== other[at]);
  return place === -1 ? one.length - other.length : one[place]! - (other[place] ?? -1);
}

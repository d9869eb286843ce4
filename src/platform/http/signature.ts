import { createHmac, hash } from 'node:crypto';
import { Failure } from '../../kernel/failure.js';
import { edgeFailures } from './edge.failures.js';

/** The signed parts of a request, exactly as on the wire. */
export interface SignedParts {
  readonly method: string;
  /** Path, `?`, query; never decoded. */
  readonly target: string;
  /** SVC-TIMESTAMP: unix seconds. */
  readonly timestamp: string;
  readonly publicKey: string;
  /** `raw:…` or `mp1:…`. */
  readonly bodyHash: string;
  readonly idempotencyKey: string | undefined;
}

const SCHEME = 'SVC1-HMAC-SHA512';
const PUBLIC_KEY = /^[A-Za-z0-9_-]{16,64}$/;
const TIMESTAMP = /^[1-9][0-9]{9}$/;
const SIGNATURE = /^[0-9a-f]{128}$/;

/** Repeated headers are joined by a comma and not well-formed. */
export function areWellFormed(
  publicKey: string | undefined,
  timestamp: string | undefined,
  signature: string | undefined,
): boolean {
  return PUBLIC_KEY.test(publicKey ?? '') && TIMESTAMP.test(timestamp ?? '') && SIGNATURE.test(signature ?? '');
}

export function isPublicKey(text: string): boolean {
  return PUBLIC_KEY.test(text);
}

export function stringToSign(parts: SignedParts): string {
  const lines = `${SCHEME}\n${parts.method}\n${parts.target}\n${parts.timestamp}\n${parts.publicKey}\n${parts.bodyHash}`;
  return parts.idempotencyKey === undefined ? lines : `${lines}\n${parts.idempotencyKey}`;
}

const HASH_OF_NOTHING = `raw:${hash('sha512', '', 'hex')}`;

/** BODYHASH of a body that is not multipart. */
export function rawBodyHash(body: Uint8Array): string {
  return body.length === 0 ? HASH_OF_NOTHING : `raw:${hash('sha512', body, 'hex')}`;
}

/** A value (`v`) or a file (`f`), with the SHA-512 of its bytes in hex. */
export interface ManifestPart {
  readonly kind: 'v' | 'f';
  readonly name: string;
  readonly sha512: string;
}

/** BODYHASH of multipart/form-data: lines sorted by byte value. @throws Failure `edge.malformed` for a name with a line break */
export function multipartBodyHash(parts: readonly ManifestPart[]): string {
  if (parts.some((part) => /[\r\n]/.test(part.name))) throw new Failure(edgeFailures.malformed);
  const lines = parts
    .map((part) => Buffer.from(`${part.kind}:${part.name}:${part.sha512}\n`))
    .sort((one, other) => one.compare(other));
  return `mp1:${hash('sha512', Buffer.concat(lines), 'hex')}`;
}

/** Lower-case hex HMAC-SHA512 of the string under the UTF-8 bytes of the secret. */
export function sign(secret: string | Uint8Array, text: string): string {
  return createHmac('sha512', secret).update(text).digest('hex');
}

const BLOCK_BYTES = 128;
const HASH_BYTES = 64;
const MOST_CHARACTERS = 8_192;
/** Each signature is checked at once, so that all are made in the same bytes. UTF-8 has up to three for a character. */
const innerText = Buffer.alloc(BLOCK_BYTES + 3 * MOST_CHARACTERS);
const outerText = Buffer.alloc(BLOCK_BYTES + HASH_BYTES);

/** A secret as HMAC hashes it, before the text and before the hash of both (RFC 2104). */
export interface Pads {
  readonly secret: string | Uint8Array;
  readonly inner: Buffer;
  readonly outer: Buffer;
}

export function padsOf(secret: string | Uint8Array): Pads {
  const bytes = Buffer.from(secret);
  const key = Buffer.alloc(BLOCK_BYTES);
  (bytes.length > BLOCK_BYTES ? hash('sha512', bytes, 'buffer') : bytes).copy(key);
  return { secret, inner: key.map((byte) => byte ^ 0x36) as Buffer, outer: key.map((byte) => byte ^ 0x5c) as Buffer };
}

/** Like `sign`. It makes two hashes of kept bytes, because createHmac makes objects that take longer than hashing a request. */
function signWith({ secret, inner, outer }: Pads, text: string): string {
  if (text.length > MOST_CHARACTERS) return sign(secret, text);
  inner.copy(innerText);
  const end = BLOCK_BYTES + innerText.write(text, BLOCK_BYTES);
  outer.copy(outerText);
  outerText.write(hash('sha512', innerText.subarray(0, end), 'binary'), BLOCK_BYTES, 'latin1');
  return hash('sha512', outerText, 'hex');
}

/** Constant time. Compared as text, because Buffers are allocated outside of the heap. */
export function signatureFits(secret: string | Uint8Array | Pads, text: string, signature: string): boolean {
  const pads = typeof secret === 'string' || secret instanceof Uint8Array ? padsOf(secret) : secret;
  const expected = signWith(pads, text);
  let difference = expected.length ^ signature.length;
  for (let place = 0; place < expected.length; place++) difference |= expected.charCodeAt(place) ^ signature.charCodeAt(place);
  return difference === 0;
}

import { hmac } from '@noble/hashes/hmac.js';
import { sha512 as hash } from '@noble/hashes/sha2.js';
import type { Bytes } from './bytes.js';

/** In JavaScript, for runtimes without any. The build copies what is imported into this file, so that the package depends on nothing. */
export async function sha512(data: Bytes): Promise<Bytes> {
  return Uint8Array.from(hash(data));
}

export async function hmacSha512(key: Bytes, data: Bytes): Promise<Bytes> {
  return Uint8Array.from(hmac(hash, key, data));
}

import { type Bytes, hex } from './bytes.js';

/** What signing needs of cryptography. */
export interface Digests {
  sha512(data: Bytes): Promise<Bytes>;
  hmacSha512(key: Bytes, data: Bytes): Promise<Bytes>;
}

/** The few functions of `node:crypto` that are used, also by `react-native-quick-crypto`. */
export interface NodeCrypto {
  createHash(algorithm: string): Updatable;
  createHmac(algorithm: string, key: Bytes): Updatable;
}

interface Updatable {
  update(data: Bytes): { digest(): Uint8Array };
}

/** What is used of WebCrypto's SubtleCrypto. */
export interface Subtle {
  digest(algorithm: string, data: Bytes): Promise<ArrayBuffer>;
  // Overloaded, and differently so in the types of browsers and of Node.
  importKey(...parameters: never): Promise<unknown>;
  sign(algorithm: string, key: never, data: Bytes): Promise<ArrayBuffer>;
}

interface Runtime {
  readonly crypto?: { readonly subtle?: Subtle; getRandomValues?(bytes: Bytes): Bytes };
  readonly process?: { getBuiltinModule?(name: string): unknown };
}

const runtime = globalThis as unknown as Runtime;

/** WebCrypto, else `node:crypto`, else JavaScript: React Native and pages without TLS have neither. */
export function availableDigests(): Digests {
  const { subtle } = runtime.crypto ?? {};
  if (subtle) return webDigests(subtle);
  const node = nodeCrypto();
  return node ? nodeDigests(node) : portableDigests;
}

/** Loaded by the few runtimes that need it. */
const portableDigests: Digests = {
  sha512: async (data) => (await import('./sha512.js')).sha512(data),
  hmacSha512: async (key, data) => (await import('./sha512.js')).hmacSha512(key, data),
};

export function webDigests(subtle: Subtle): Digests {
  return {
    sha512: async (data) => new Uint8Array(await subtle.digest('SHA-512', data)),
    hmacSha512: (key, data) => webHmac(subtle, 'SHA-512', key, data),
  };
}

export function nodeDigests(crypto: NodeCrypto): Digests {
  return {
    sha512: async (data) => Uint8Array.from(crypto.createHash('sha512').update(data).digest()),
    hmacSha512: async (key, data) => nodeHmac(crypto, 'sha512', key, data),
  };
}

/** For receivers of webhooks, which are servers and have one of both. */
export async function hmacSha256(key: Bytes, data: Bytes): Promise<Bytes> {
  const { subtle } = runtime.crypto ?? {};
  if (subtle) return webHmac(subtle, 'SHA-256', key, data);
  const node = nodeCrypto();
  if (!node) throw new Error('Webhooks are verified with WebCrypto or node:crypto, and neither is there');
  return nodeHmac(node, 'sha256', key, data);
}

/** 24 hex digits that were not used before; not for secrets. */
export function uniqueId(): string {
  const bytes = new Uint8Array(12);
  if (runtime.crypto?.getRandomValues) runtime.crypto.getRandomValues(bytes);
  else bytes.forEach((_, place) => (bytes[place] = Math.floor(Math.random() * 256)));
  return hex(bytes);
}

async function webHmac(subtle: Subtle, hash: string, key: Bytes, data: Bytes): Promise<Bytes> {
  const parameters = ['raw', key, { name: 'HMAC', hash }, false, ['sign']];
  const imported = (await subtle.importKey(...(parameters as never))) as never;
  return new Uint8Array(await subtle.sign('HMAC', imported, data));
}

function nodeHmac(crypto: NodeCrypto, algorithm: string, key: Bytes, data: Bytes): Bytes {
  return Uint8Array.from(crypto.createHmac(algorithm, key).update(data).digest());
}

/** Not imported, because bundlers for React Native and browsers would look for it. */
function nodeCrypto(): NodeCrypto | undefined {
  return runtime.process?.getBuiltinModule?.('node:crypto') as NodeCrypto | undefined;
}

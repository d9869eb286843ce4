import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface Compressed {
  readonly etag: string;
  readonly bodies: Readonly<Record<Encoding, Buffer>>;
}

/** The best quality takes seconds for the document, and saves a tenth. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

export async function compress(body: Buffer): Promise<Compressed> {
  const [br, zipped] = await Promise.all([promisify(brotliCompress)(body, QUALITY), promisify(gzip)(body)]);
  return { etag: hash('sha256', body, 'hex').slice(0, 32), bodies: { br, gzip: zipped, identity: body } };
}

/** The smallest that the header of a request accepts. */
export function acceptedEncoding(header = ''): Encoding {
  return (['br', 'gzip'] as const).find((name) => new RegExp(String.raw`\b${name}\b(?!;q=0\b)`).test(header)) ?? 'identity';
}

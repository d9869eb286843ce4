import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const require = createRequire(import.meta.url);

/**
 * The bytes of a file of a package, as `@ip-location-db/asn/asn-ipv4-num.csv`; images have it compressed (`.gz`).
 * @throws Error `MODULE_NOT_FOUND` where there is neither
 */
export async function readDataFile(name: string): Promise<Buffer> {
  try {
    return await readFile(require.resolve(name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    return promisify(gunzip)(await readFile(require.resolve(`${name}.gz`)));
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/root.mjs';

const DECLARATION = /@Operation\('(\w+)'/g;

/** The file that declares each operation, by action, relative to the project. */
export function operationFiles() {
  const files = readdirSync(join(root, 'src/contexts'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:operations|kind)\.ts$/.test(path))
    .map((path) => `src/contexts/${path}`);
  return new Map(
    files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(DECLARATION)].map(([, action]) => [action, file]),
    ),
  );
}

/** `node scripts/run.mjs <file> [arguments]`: prepares the tree, then runs the file in this process. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail } from './lib/child.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';

const [target, ...rest] = process.argv.slice(2);
const file = resolve(root, target ?? '');

try {
  await prepare({ tools: !target?.startsWith('dist/') });
  if (!target || !existsSync(file)) throw new Error(`nothing to run at ${file}`);
} catch (error) {
  fail(error);
}
process.setSourceMapsEnabled(true);
process.argv.splice(1, process.argv.length, file, ...rest);
await import(pathToFileURL(file).href);

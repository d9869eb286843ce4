/**
 * `npm run release [-- FOLDER]`: what is released of the commit that is checked out, in FOLDER (`release/<version>`).
 * `npm run release -- --verify FOLDER`: checks such a folder, without a network; exits with 1 where something is wrong.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { makeRelease, requireCommitted, verifyRelease } from './lib/release.mjs';
import { root } from './lib/root.mjs';

const { values, positionals } = parseArgs({ options: { verify: { type: 'string' } }, allowPositionals: true });
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const folder = resolve(values.verify ?? positionals[0] ?? join(root, 'release', version));

try {
  if (values.verify === undefined) {
    requireCommitted();
    for (const name of await makeRelease(folder)) console.log(join(folder, name));
  }
  const faults = verifyRelease(folder);
  for (const fault of faults) console.error(fault);
  console.log(faults.length === 0 ? `${folder} is complete, and as it was made.` : `${folder} is not to be used.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

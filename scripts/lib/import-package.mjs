/** Compiles the packages that only commands and tests use into `dist-packages`, and imports from there. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runChild } from './child.mjs';
import { root } from './root.mjs';

const PACKAGES = ['harness', 'simulators'];
const dist = join(root, 'dist-packages');
const stampPath = join(dist, '.sources');

/** @param {string} file such as `simulators/main.js`; needs the built client. Resolves to its exports. */
export async function importPackage(file) {
  const sources = fingerprint();
  if (!existsSync(stampPath) || readFileSync(stampPath, 'utf8') !== sources) await compile(sources);
  return import(pathToFileURL(join(dist, file)).href);
}

/** Beside the old one, so that readers see a complete one. */
async function compile(sources) {
  const fresh = `${dist}.new-${process.pid}`;
  const old = `${dist}.old-${process.pid}`;
  const tsc = join(root, 'node_modules/typescript7/bin/tsc');
  try {
    // Types are checked elsewhere: the recorder must run before the client knows a new operation.
    const args = [tsc, '-p', 'packages/harness', '--outDir', fresh, '--noCheck'];
    const { status } = await runChild('building', [process.execPath, ...args]);
    if (status !== 0) throw new Error(`${PACKAGES.join(' and ')} could not be compiled`);
    for (const name of PACKAGES)
      cpSync(join(root, 'packages', name), join(fresh, name), { recursive: true, filter: (path) => !path.endsWith('.ts') });
    writeFileSync(join(fresh, '.sources'), sources);
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
  } finally {
    for (const directory of [fresh, old]) rmSync(directory, { recursive: true, force: true });
  }
}

function fingerprint() {
  const hash = createHash('sha256');
  const sources = PACKAGES.flatMap((name) =>
    readdirSync(join(root, 'packages', name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of [...sources.toSorted(), join(root, 'tsconfig.json'), import.meta.filename])
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

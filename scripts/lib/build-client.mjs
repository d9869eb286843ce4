/**
 * Compiles `packages/client/dist`, which scripts and other packages import as `@harmattan/client`: modules, and in `dist/cjs` the same
 * for `require`. The package that it imports is copied into it: pages load its modules as they are, and it depends on nothing.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './child.mjs';
import { root } from './root.mjs';

const folder = join(root, 'packages/client');
const dist = join(folder, 'dist');
const stampPath = join(dist, '.sources');
const inliner = join(root, 'scripts/packages/inline-client.mjs');

/** Whether it was built from the current sources, or there are none, as in a container's build. */
export function isClientBuilt() {
  if (!existsSync(join(folder, 'src'))) return true;
  return existsSync(stampPath) && readFileSync(stampPath, 'utf8') === fingerprint();
}

/** Beside the old one, so that readers see a complete one. */
export async function buildClient() {
  const sources = fingerprint();
  const fresh = join(folder, `dist.new-${process.pid}`);
  const old = join(folder, `dist.old-${process.pid}`);
  try {
    await compile(fresh);
    await compile(join(fresh, 'cjs'), '--noCheck', '--module', 'commonjs', '--moduleResolution', 'bundler');
    await run(inliner, fresh);
    writeFileSync(join(fresh, 'cjs/package.json'), '{ "type": "commonjs" }\n');
    writeFileSync(join(fresh, '.sources'), sources);
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
  } finally {
    for (const directory of [fresh, old]) rmSync(directory, { recursive: true, force: true });
  }
}

async function compile(output, ...options) {
  await run(join(root, 'node_modules/typescript7/bin/tsc'), '-p', join(folder, 'tsconfig.json'), '--outDir', output, ...options);
}

async function run(...args) {
  // The console is tested with another value, with which packages would be bundled for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = await runChild('building', [process.execPath, ...args], { env });
  if (status !== 0) throw new Error('the build of packages/client failed');
}

function fingerprint() {
  const hash = createHash('sha256');
  const sources = readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const configured = ['tsconfig.json', 'package.json'].map((name) => join(folder, name));
  const settings = [...configured, join(root, 'tsconfig.json'), inliner, import.meta.filename];
  for (const file of [...sources.toSorted(), ...settings])
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

/**
 * Compiles `packages/client/dist`, which scripts and other packages import as `@harmattan/client`: modules, and in `dist/cjs` the same
 * for `require`.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const folder = join(root, 'packages/client');
const dist = join(folder, 'dist');
const stampPath = join(dist, '.sources');

/** Whether it was built from the current sources, or there are none, as in a container's build. */
export function isClientBuilt() {
  if (!existsSync(join(folder, 'src'))) return true;
  return existsSync(stampPath) && readFileSync(stampPath, 'utf8') === fingerprint();
}

/** Beside the old one, so that readers see a complete one. */
export function buildClient() {
  console.error('Building packages/client ...');
  const sources = fingerprint();
  const fresh = join(folder, `dist.new-${process.pid}`);
  const old = join(folder, `dist.old-${process.pid}`);
  try {
    compile(fresh);
    compile(join(fresh, 'cjs'), '--module', 'commonjs', '--moduleResolution', 'bundler');
    writeFileSync(join(fresh, 'cjs/package.json'), '{ "type": "commonjs" }\n');
    writeFileSync(join(fresh, '.sources'), sources);
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
  } finally {
    for (const directory of [fresh, old]) rmSync(directory, { recursive: true, force: true });
  }
}

function compile(output, ...options) {
  const args = [
    join(root, 'node_modules/typescript7/bin/tsc'),
    '-p',
    join(folder, 'tsconfig.json'),
    '--outDir',
    output,
    ...options,
  ];
  if (spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] }).status !== 0)
    throw new Error('the build of packages/client failed');
}

function fingerprint() {
  const hash = createHash('sha256');
  const sources = readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const settings = [join(folder, 'tsconfig.json'), join(root, 'tsconfig.json'), import.meta.filename];
  for (const file of [...sources.toSorted(), ...settings])
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

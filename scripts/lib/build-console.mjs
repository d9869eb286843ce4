/** Bundles `packages/console/dist`, and copies it to `dist/`, from where the service serves it. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { runChild } from './child.mjs';
import { root } from './root.mjs';

const folder = join(root, 'packages/console');
const bundle = join(folder, 'dist');
const served = join(root, 'dist/contexts/staff/records/adapters/http/page');
const COMPRESSED = /\.(js|css|svg)$/;

/** Whether what is served has the current sources. */
export function isConsoleBuilt() {
  const current = fingerprint();
  return stampOf(bundle) === current && stampOf(served) === current;
}

/** The bundle is kept beside `dist/`, which is made anew with every change of the service. */
export async function buildConsole() {
  const current = fingerprint();
  if (stampOf(bundle) !== current) await makeBundle(current);
  const fresh = `${served}.new-${process.pid}`;
  try {
    cpSync(bundle, fresh, { recursive: true });
    rmSync(served, { recursive: true, force: true });
    renameSync(fresh, served);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

async function makeBundle(stamp) {
  const fresh = join(folder, `dist.new-${process.pid}`);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  try {
    const args = [vite, 'build', folder, '--config', join(folder, 'vite.config.ts'), '--outDir', fresh, '--logLevel', 'warn'];
    // Tests build it too, with another value, with which React would bundle its warnings.
    const env = { ...process.env, NODE_ENV: 'production' };
    const { status } = await runChild('building', [process.execPath, ...args], { env });
    if (status !== 0) throw new Error('the build of packages/console failed');
    compress(fresh);
    writeFileSync(join(fresh, '.sources'), stamp);
    rmSync(bundle, { recursive: true, force: true });
    renameSync(fresh, bundle);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function compress(directory) {
  for (const file of filesOf(directory).filter((path) => COMPRESSED.test(path))) {
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

/** Hash of everything that is bundled, packages by the lock file. */
function fingerprint() {
  const hash = createHash('sha256');
  const sources = ['src', 'public'].flatMap((name) => filesOf(join(folder, name)));
  const others = ['package.json', 'index.html', 'tsconfig.json', 'vite.config.ts'].map((name) => join(folder, name));
  const shared = [join(root, 'package-lock.json'), ...filesOf(join(root, 'packages/client/src'))];
  for (const file of [...sources, ...others, ...shared].toSorted((one, other) => (one < other ? -1 : 1)))
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  return hash.digest('hex');
}

function filesOf(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function stampOf(directory) {
  const path = join(directory, '.sources');
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

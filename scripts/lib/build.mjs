import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './child.mjs';
import { root } from './root.mjs';

const dist = join(root, 'dist');
const stampPath = join(dist, '.sources');
const nestPath = join(root, 'nest-cli.json');
const bundler = join(root, 'scripts/lib/bundle.mjs');

/** Whether `dist/` was built from the current sources. By content, because a checkout changes times. */
export function isBuilt() {
  return existsSync(stampPath) && readFileSync(stampPath, 'utf8') === fingerprint();
}

/** Compiles beside `dist/` and swaps, so that a failed build keeps the old one and readers see a complete one. */
export async function build() {
  const sources = fingerprint();
  const fresh = join(root, `dist.new-${process.pid}`);
  const old = join(root, `dist.old-${process.pid}`);
  const { sourceRoot } = nestSettings();
  try {
    // `npm run check` checks the types.
    const { status } = await runChild('building', [process.execPath, bundler, fresh]);
    if (status !== 0) throw new Error('the build failed');
    cpSync(join(root, sourceRoot), fresh, { recursive: true, filter: (path) => !path.endsWith('.ts') });
    writeFileSync(join(fresh, 'build.json'), `${JSON.stringify({ ...describeBuild(), builtAt: Date.now() })}\n`);
    writeFileSync(join(fresh, '.sources'), sources);
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(fresh, dist);
  } finally {
    for (const directory of [fresh, old]) rmSync(directory, { recursive: true, force: true });
  }
}

/** Read when it is needed: a tree that is deployed without sources has none. */
function nestSettings() {
  return JSON.parse(readFileSync(nestPath, 'utf8'));
}

/** `COMMIT` names it where git is absent, as in a container's build. Without either there is none. */
function describeBuild() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const commit = process.env.COMMIT || git('rev-parse', '--short=12', 'HEAD');
  if (!commit) return { version };
  const isChanged = !process.env.COMMIT && git('status', '--porcelain', '--', nestSettings().sourceRoot) !== '';
  return { version, commit: isChanged ? `${commit}-changed` : commit };
}

/** Also in the clone of another user, which git refuses otherwise; its code is run anyway. */
function git(...args) {
  const { status, stdout } = spawnSync('git', ['-c', 'safe.directory=*', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout.trim() : undefined;
}

/** Hash of the sources and of what `build.json` says, so that a new commit is built again. */
function fingerprint() {
  const { sourceRoot, compilerOptions } = nestSettings();
  const hash = createHash('sha256').update(JSON.stringify(describeBuild()));
  const files = readdirSync(join(root, sourceRoot), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
  const settings = [nestPath, bundler, ...['tsconfig.json', compilerOptions.tsConfigPath].map((name) => join(root, name))];
  for (const file of [...files.toSorted(), ...settings]) {
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

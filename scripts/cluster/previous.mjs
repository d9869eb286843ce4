/** The built service of an older version, from which a rolling update begins. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeServerDirectory } from '../lib/private-server.mjs';
import { hasPackages } from '../lib/prepare.mjs';
import { root } from '../lib/root.mjs';

/** Of the packages, where the lock file names others than are installed, and of the build. */
const BUILD_MS = 5 * 60_000;
const SHARED = new Set(['.bin', '.package-lock.json']);

/**
 * @param wanted a commit, or a folder with `dist/main.js`; undefined: the newest tag, or else the commit before the newest migration
 * @returns `{ name, folder }`; undefined where nothing is wanted and the history has no older version
 * @throws Error where what is wanted is not there, or cannot be built within five minutes
 */
export function providePrevious(wanted) {
  const folder = resolve(wanted ?? '');
  if (wanted !== undefined && existsSync(folder)) {
    if (!existsSync(join(folder, 'dist/main.js'))) throw new Error(`--previous ${wanted} has no dist/main.js: build it`);
    return { name: wanted, folder };
  }
  const commit = wanted === undefined ? olderCommit(root) : commitOf(root, wanted);
  if (wanted !== undefined && !commit) throw new Error(`--previous ${wanted} is neither a folder nor a commit of this clone`);
  return commit && { name: git(root, 'describe', '--tags', '--always', commit), folder: build(commit) };
}

/** The newest tag before the current commit, or else the commit before the newest migration; undefined in a clone without history. */
export function olderCommit(folder) {
  const tag = git(folder, 'describe', '--tags', '--abbrev=0', 'HEAD^');
  if (tag) return commitOf(folder, tag);
  const migrated = git(folder, 'log', '-1', '--diff-filter=A', '--format=%H', '--', 'src/migrations');
  return migrated && commitOf(folder, `${migrated}^`);
}

/** In a folder that is removed at the end of this process. */
function build(commit) {
  const folder = makeServerDirectory('previous');
  const archive = join(folder, 'sources.tar');
  run('git', ['archive', '--output', archive, commit], { cwd: root });
  run('tar', ['-xf', archive], { cwd: folder });
  if (hasPackages(folder, join(root, 'node_modules'))) linkPackages(folder);
  run('npm', ['run', 'build'], { cwd: folder, env: { ...process.env, COMMIT: commit.slice(0, 12) }, timeout: BUILD_MS });
  return folder;
}

/** The installed packages, but for those of the workspace, which are of the older version. */
function linkPackages(folder) {
  const [installed, linked] = [root, folder].map((base) => join(base, 'node_modules'));
  mkdirSync(join(linked, '@harmattan'), { recursive: true });
  // The build tools keep what is temporary in `.cache` and the like.
  const others = readdirSync(installed).filter((name) => name !== '@harmattan' && (!name.startsWith('.') || SHARED.has(name)));
  for (const name of others) symlinkSync(join(installed, name), join(linked, name));
  for (const name of readdirSync(join(folder, 'packages'))) {
    const manifest = join(folder, 'packages', name, 'package.json');
    if (existsSync(manifest)) symlinkSync(join(folder, 'packages', name), join(linked, JSON.parse(readFileSync(manifest)).name));
  }
}

function run(command, args, options) {
  const { status, error, stderr } = spawnSync(command, args, {
    ...options,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr.trim()}`);
}

function commitOf(folder, name) {
  return git(folder, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`);
}

/** Undefined where git fails, or prints nothing. */
function git(cwd, ...args) {
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return (status === 0 && stdout.trim()) || undefined;
}

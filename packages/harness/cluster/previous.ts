/** The built service of an older version, from which a rolling update begins. */
import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../root.js';
import { makeServerDirectory } from '../servers/private-server.js';

/** Longest time for the build. */
const BUILD_MS = 5 * 60_000;
/** No version goes on from one without it. */
const BASELINE = 'src/migrations/0001-baseline.ts';
const MIGRATIONS = ['0[1-9]*', '[1-9]*'].map((numbers) => `:(glob)src/migrations/${numbers}.ts`);
const SHARED = new Set(['.bin', '.package-lock.json']);

export interface PreviousVersion {
  readonly name: string;
  /** With its `dist`. */
  readonly folder: string;
}

/** Whether packages are those of the lock file of a folder; of the scripts, which run before anything is compiled. */
export type HasPackages = (folder: string, packages: string) => boolean;

/**
 * @param wanted a commit, or a folder with `dist/main.js`; undefined: the newest tag, or else the commit before the newest migration
 * @returns undefined where nothing is wanted and the history has no older version
 * @throws Error where what is wanted is not there, or cannot be built within five minutes
 */
export function providePrevious(wanted: string | undefined, hasPackages: HasPackages): PreviousVersion | undefined {
  const folder = resolve(wanted ?? '');
  if (wanted !== undefined && existsSync(folder)) {
    if (!existsSync(join(folder, 'dist/main.js'))) throw new Error(`--previous ${wanted} has no dist/main.js: build it`);
    return { name: wanted, folder };
  }
  const commit = wanted === undefined ? olderCommit(root) : commitOf(root, wanted);
  if (wanted !== undefined && !commit) throw new Error(`--previous ${wanted} is neither a folder nor a commit of this clone`);
  if (!commit) return undefined;
  return { name: git(root, 'describe', '--tags', '--always', commit) ?? commit, folder: build(commit, hasPackages) };
}

/** The newest tag before the current commit, or else the commit before the newest migration; undefined in a clone without history. */
export function olderCommit(folder: string): string | undefined {
  const tag = git(folder, 'describe', '--tags', '--abbrev=0', 'HEAD^');
  if (tag) return commitOf(folder, tag);
  const migrated = git(folder, 'log', '-1', '--diff-filter=A', '--format=%H', '--', ...MIGRATIONS);
  const before = migrated && commitOf(folder, `${migrated}^`);
  return before && git(folder, 'rev-parse', '--verify', '--quiet', `${before}:${BASELINE}`) && before;
}

/** In a folder that is removed at the end of this process. */
function build(commit: string, hasPackages: HasPackages): string {
  const folder = makeServerDirectory('previous');
  const archive = join(folder, 'sources.tar');
  run('git', ['archive', '--output', archive, commit], { cwd: root });
  run('tar', ['-xf', archive], { cwd: folder });
  if (hasPackages(folder, join(root, 'node_modules'))) linkPackages(folder);
  run('npm', ['run', 'build'], { cwd: folder, env: { ...process.env, COMMIT: commit.slice(0, 12) }, timeout: BUILD_MS });
  return folder;
}

/** The installed packages, but for those of the workspace, which are of the older version. */
function linkPackages(folder: string): void {
  const installed = join(root, 'node_modules');
  const linked = join(folder, 'node_modules');
  mkdirSync(join(linked, '@harmattan'), { recursive: true });
  // The build tools keep what is temporary in `.cache` and the like.
  const others = readdirSync(installed).filter((name) => name !== '@harmattan' && (!name.startsWith('.') || SHARED.has(name)));
  for (const name of others) symlinkSync(join(installed, name), join(linked, name));
  for (const name of readdirSync(join(folder, 'packages'))) {
    const manifest = join(folder, 'packages', name, 'package.json');
    if (!existsSync(manifest)) continue;
    const { name: linkedAs } = JSON.parse(readFileSync(manifest, 'utf8')) as { name: string };
    symlinkSync(join(folder, 'packages', name), join(linked, linkedAs));
  }
}

function run(command: string, args: readonly string[], options: SpawnSyncOptions): void {
  const { status, error, stderr } = spawnSync(command, args, {
    ...options,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? stderr.trim()}`);
}

function commitOf(folder: string, name: string): string | undefined {
  return git(folder, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`);
}

/** Undefined where git fails, or prints nothing. */
function git(cwd: string, ...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  return (status === 0 && stdout.trim()) || undefined;
}

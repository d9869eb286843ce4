/**
 * Prerequisites of every npm script: packages installed as the lock file says, and `packages/client/dist` and `dist/` with the
 * console, the pages and the clients to install built from the current sources.
 * Runs before anything is installed, so this file and its static imports use Node's own modules only.
 */
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { buildClient, isClientBuilt } from './build-client.mjs';
import { buildConsole, isConsoleBuilt } from './build-console.mjs';
import { arePackagesBuilt, buildPackages } from './build-packages.mjs';
import { arePagesBuilt, buildPages } from './build-pages.mjs';
import { build, isBuilt } from './build.mjs';
import { runChild } from './child.mjs';
import { alone } from './lock.mjs';
import { root } from './root.mjs';

/** The development packages of these are needed: to run what is built, to build it, and to test and check it. */
const BUILT = ['packages/client', 'packages/console', 'packages/reference'];
const DEVELOPED = { run: [], build: BUILT, tools: ['', ...BUILT] };

/**
 * Makes the working tree runnable; takes a few milliseconds when it already is. Progress goes to stderr.
 * A deployed tree (`dist/` without `src/`, as in the container image) is used as it is, and gets the packages of its lock file where they are not there.
 * @param {{ build?: boolean, tools?: boolean }} [needs] `build`: `dist/` is needed; `tools`: the packages of tests and checks
 *   are needed.
 */
export async function prepare({ build: needsBuild = true, tools = true } = {}) {
  requireNode();
  // Again when it is this process's turn, because the one before may have done it.
  if (missing(needsBuild, tools).length === 0) return;
  await alone(async () => {
    const steps = missing(needsBuild, tools);
    for (const [index, { label, work }] of steps.entries()) {
      console.error(`[${index + 1}/${steps.length}] ${label} ...`);
      await work();
    }
  });
}

/** The steps that make the tree runnable; none where it is. */
function missing(needsBuild, tools) {
  if (!existsSync(join(root, 'src'))) {
    // The files of the image have no lock file, and everything that they load.
    const isMissing = existsSync(join(root, 'package-lock.json')) && !isInstalled('run');
    return isMissing ? installations('run') : [];
  }
  const stale = needsBuild && !isBuilt();
  // Building the service makes `dist/` anew.
  const staleConsole = stale || (needsBuild && !isConsoleBuilt());
  const staleClient = needsBuild && !isClientBuilt();
  // They have the client package in them, and the packages beside them.
  const stalePages = stale || staleClient || (needsBuild && !arePagesBuilt());
  const stalePackages = stalePages || (needsBuild && !arePackagesBuilt());
  const isStale = staleConsole || stalePackages;
  const needs = tools ? 'tools' : isStale ? 'build' : 'run';
  const isMissing = !isInstalled(needs);
  if (!isMissing && !isStale) return [];
  // Installing less would remove them.
  const hasTools = existsSync(join(root, 'node_modules/vitest'));
  requireWritable(isMissing ? 'npm install' : 'npm run build');
  return [
    ...(isMissing ? installations(tools || hasTools ? 'tools' : 'build') : []),
    ...(stale ? [{ label: 'Building the service', work: build }] : []),
    ...(staleConsole ? [{ label: 'Building the console', work: buildConsole }] : []),
    ...(staleClient ? [{ label: 'Building the client', work: buildClient }] : []),
    ...(stalePages ? [{ label: 'Building the pages', work: buildPages }] : []),
    ...(stalePackages ? [{ label: 'Packing the clients', work: buildPackages }] : []),
  ];
}

function requireNode() {
  const { node } = readJson(join(root, 'package.json')).engines;
  const [wantedMajor, wantedMinor] = node.replace(/^\D+/, '').split('.').map(Number);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  throw new Error(`Node ${wantedMajor}.${wantedMinor} or newer is needed, this is ${process.versions.node}`);
}

/** Packages and what is built are written into the tree, which another user may own. */
function requireWritable(command) {
  const folders = [
    '.',
    'node_modules',
    'dist',
    'packages/client',
    'packages/client/dist',
    'packages/console',
    'packages/reference',
  ];
  for (const folder of folders.map((name) => join(root, name)).filter((path) => existsSync(path))) {
    try {
      accessSync(folder, constants.W_OK);
    } catch {
      const owner = statSync(folder).uid;
      const whose = owner === process.getuid?.() ? 'is read-only' : `belongs to another user (uid ${owner})`;
      const advice = `Run '${command}' in ${root} as the user who owns it, or clone the repository for yourself.`;
      throw new Error(`${folder} ${whose}, and what is needed to run is not there or outdated.\n${advice}`);
    }
  }
}

function isInstalled(needs) {
  return hasPackages(root, join(root, 'node_modules'), needs);
}

/**
 * Whether the packages that are needed are those of the folder's lock file. Compares it with npm's record of the installation, which npm writes last,
 * so that an interrupted installation is detected. Packages of other platforms may be absent.
 */
export function hasPackages(folder, packages, needs = 'tools') {
  const recordPath = join(packages, '.package-lock.json');
  if (!existsSync(recordPath)) return false;
  const installed = readJson(recordPath).packages;
  const locked = readJson(join(folder, 'package-lock.json')).packages;
  if (!sameDependencies(locked[''], readJson(join(folder, 'package.json')))) return false;
  return [...neededPackages(locked, needs)].every(
    (path) => installed[path] !== undefined && installed[path].version === locked[path].version,
  );
}

/** Their paths in the lock file. */
function neededPackages(locked, needs) {
  const found = new Set();
  const visit = (from, names = {}) => {
    for (const name of Object.keys(names)) {
      const path = placeOf(locked, from, name);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      visit(path, locked[path].dependencies);
    }
  };
  visit('', locked[''].dependencies);
  for (const path of DEVELOPED[needs]) visit(path, locked[path]?.devDependencies);
  return found;
}

/** As Node looks for a package: beside, then further out. */
function placeOf(locked, from, name) {
  const path = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (locked[path]) return path;
  return from === '' ? undefined : placeOf(locked, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
}

function sameDependencies(a, b) {
  return isDeepStrictEqual([a.dependencies, a.devDependencies], [b.dependencies, b.devDependencies]);
}

/** Steps that install exactly what is locked; where something is installed by `npm install`, because `npm ci` removes all of it first. */
function installations(needs) {
  const command = existsSync(join(root, 'node_modules')) ? 'install' : 'ci';
  const step = (label, by, ...options) => ({ label: `${label} (npm ${by})`, work: () => install(by, ...options) });
  if (needs === 'tools') return [step('Installing packages', command, '--include=dev')];
  const running = step('Installing packages to run', command, '--omit=dev');
  if (needs === 'run') return [running];
  const workspaces = BUILT.map((name) => `--workspace=${name}`);
  return [running, step('Installing packages to build', 'install', '--include=dev', ...workspaces)];
}

async function install(command, ...options) {
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const { status, error } = await runChild('installing packages', [...npm, command, ...options, '--no-audit', '--no-fund']);
  if (status !== 0) throw new Error(`npm ${command} failed: ${error?.message ?? `exit code ${status}`}`);
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

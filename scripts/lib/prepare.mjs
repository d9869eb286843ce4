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

/**
 * Makes the working tree runnable; takes a few milliseconds when it already is. Progress goes to stderr.
 * A deployed tree (`dist/` without `src/`, as in the container image) is used as it is, and gets the packages of its lock file where they are not there.
 * @param {{ build?: boolean, tools?: boolean }} [needs] `build`: `dist/` is needed; `tools`: the development packages
 *   are needed.
 */
export async function prepare({ build: needsBuild = true, tools = true } = {}) {
  requireNode();
  // Again when it is this process's turn, because the one before may have done it.
  if (missing(needsBuild, tools)) await alone(async () => missing(needsBuild, tools)?.());
}

/** What makes the tree runnable; undefined where it is. */
function missing(needsBuild, tools) {
  if (!existsSync(join(root, 'src'))) {
    // The files of the image have no lock file, and everything that they load.
    const isMissing = existsSync(join(root, 'package-lock.json')) && !isInstalled({ tools: false });
    return isMissing ? () => install({ tools: false }) : undefined;
  }
  const stale = needsBuild && !isBuilt();
  const staleConsole = needsBuild && !isConsoleBuilt();
  const staleClient = needsBuild && !isClientBuilt();
  const stalePages = needsBuild && !arePagesBuilt();
  const stalePackages = needsBuild && !arePackagesBuilt();
  const isStale = stale || staleConsole || staleClient || stalePages || stalePackages;
  const isMissing = !isInstalled({ tools: tools || isStale });
  if (!isMissing && !isStale) return undefined;
  requireWritable(isMissing ? 'npm install' : 'npm run build');
  return async () => {
    if (isMissing) await install({ tools: true });
    if (stale) await build();
    // Building the service makes `dist/` anew.
    if (stale || staleConsole) await buildConsole();
    if (staleClient) await buildClient();
    // They have the client package in them, and the packages beside them.
    if (stale || staleClient || stalePages) await buildPages();
    if (stale || staleClient || stalePages || stalePackages) await buildPackages();
  };
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

function isInstalled({ tools }) {
  return hasPackages(root, join(root, 'node_modules'), { tools });
}

/**
 * Whether the packages are those of the folder's lock file. Compares it with npm's record of the installation, which npm writes last,
 * so that an interrupted installation is detected. Packages of other platforms, and development packages of a pruned tree, may be absent.
 */
export function hasPackages(folder, packages, { tools = true } = {}) {
  const recordPath = join(packages, '.package-lock.json');
  if (!existsSync(recordPath)) return false;
  const installed = readJson(recordPath).packages;
  const { '': manifest, ...wanted } = readJson(join(folder, 'package-lock.json')).packages;
  if (!sameDependencies(manifest, readJson(join(folder, 'package.json')))) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    // Packages of the workspace are linked, and so of any version.
    if (!path.startsWith('node_modules/')) return true;
    if (installed[path]) return installed[path].version === entry.version;
    return entry.optional || entry.devOptional || entry.peer || (entry.dev && !tools);
  });
}

function sameDependencies(a, b) {
  return isDeepStrictEqual([a.dependencies, a.devDependencies], [b.dependencies, b.devDependencies]);
}

/** Exactly what is locked; where something is installed `npm install`, because `npm ci` removes all of it first. */
async function install({ tools }) {
  const command = existsSync(join(root, 'node_modules')) ? 'install' : 'ci';
  console.error(`Installing packages (npm ${command}) ...`);
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const args = [command, tools ? '--include=dev' : '--omit=dev', '--no-audit', '--no-fund'];
  const { status, error } = await runChild('installing packages', [...npm, ...args]);
  if (status !== 0) throw new Error(`npm ${command} failed: ${error?.message ?? `exit code ${status}`}`);
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

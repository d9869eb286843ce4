/** MySQL and Redis for the tests: the configured ones, else running ones, else private ones that are stopped afterwards. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { canInstallPackages, findBinary, installPackages } from './lib/binaries.mjs';
import { findClamd, launchClamd } from './lib/clamd.mjs';
import { findMariadb, launchMariadb, whyNotMysql } from './lib/mariadb.mjs';
import { findRedis, launchRedis, whyNotRedis } from './lib/redis.mjs';

const mysql = {
  name: 'MySQL',
  variable: 'TEST_DATABASE_URL',
  local: 'mysql://root@127.0.0.1:3306',
  whyNot: whyNotMysql,
  find: findMariadb,
  launch: launchMariadb,
  debianPackage: 'mariadb-server',
  hint: 'install MariaDB 10.11 (Debian: mariadb-server) or MySQL 8.4, or give TEST_DATABASE_URL=mysql://root:password@host:3306',
};

const redis = {
  name: 'Redis',
  variable: 'TEST_REDIS_URL',
  local: 'redis://127.0.0.1:6379',
  whyNot: whyNotRedis,
  find: findRedis,
  launch: launchRedis,
  debianPackage: 'redis-server',
  hint: 'install Redis 7 (Debian: redis-server), or give TEST_REDIS_URL=redis://host:6379',
};

const clamd = {
  name: 'ClamAV',
  find: findClamd,
  launch: launchClamd,
  debianPackage: 'clamav-daemon',
  hint: 'install ClamAV 1.x (Debian: clamav-daemon)',
};

const chromium = {
  name: 'Chromium',
  find: () => findBinary('chromium') ?? findBinary('google-chrome') ?? findBinary('chromium-browser'),
  debianPackage: 'chromium',
  hint: 'install Chromium (Debian: chromium)',
};

const python = {
  name: 'Python',
  find: () => findBinary('python3'),
  debianPackage: 'python3',
  hint: 'install Python 3.9 or newer (Debian: python3)',
};

/** Without it Debian's Python makes no environments. */
const venv = {
  name: 'venv',
  find: () => [findBinary('python3')].find((path) => path && spawnSync(path, ['-c', 'import ensurepip']).status === 0),
  debianPackage: 'python3-venv',
  hint: 'install the module venv of Python (Debian: python3-venv)',
};

const [dash, zsh] = ['dash', 'zsh'].map((name) => {
  return { name, find: () => findBinary(name), debianPackage: name, hint: `install ${name} (Debian: ${name})` };
});

const promtool = {
  name: 'promtool',
  find: () => findBinary('promtool'),
  debianPackage: 'prometheus',
  hint: 'install Prometheus 2.42 or newer (Debian: prometheus)',
};

const GO_SOURCES = '/usr/share/gocode/src';

const go = {
  name: 'Go',
  find: () => findBinary('go'),
  debianPackage: 'golang-go',
  hint: 'install Go 1.19 or newer (Debian: golang-go)',
};
const sprig = goLibrary('github.com/Masterminds/sprig', 'golang-github-masterminds-sprig-dev');
const yaml = goLibrary('gopkg.in/yaml.v3', 'golang-gopkg-yaml.v3-dev');

function goLibrary(path, debianPackage) {
  const find = () => [`${GO_SOURCES}/${path}`].find(existsSync);
  return { name: path, find, debianPackage, hint: `install ${path} (Debian: ${debianPackage})` };
}

const galera = {
  name: 'Galera',
  find: () => ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so'].find(existsSync),
  debianPackage: 'galera-4',
  hint: 'install the Galera library for MariaDB (Debian: galera-4)',
};

const rsync = {
  name: 'rsync',
  find: () => findBinary('rsync'),
  debianPackage: 'rsync',
  hint: 'install rsync, by which a node of Galera gets a copy of another one (Debian: rsync)',
};

const haproxy = {
  name: 'HAProxy',
  find: () => findBinary('haproxy'),
  debianPackage: 'haproxy',
  hint: 'install HAProxy 2.6 or newer (Debian: haproxy)',
};

/** The tools that state transfers of Galera look for open ports with. */
const iproute = {
  name: 'ss',
  find: () => findBinary('ss'),
  debianPackage: 'iproute2',
  hint: 'install iproute2 (Debian: iproute2)',
};

const faketime = {
  name: 'libfaketime',
  find: () => {
    const architecture = { x64: 'x86_64', arm64: 'aarch64' }[process.arch];
    return [`/usr/lib/${architecture}-linux-gnu/faketime/libfaketimeMT.so.1`].find(existsSync);
  },
  debianPackage: 'faketime',
  hint: 'install libfaketime (Debian: faketime)',
};

export { provideNode24 } from './lib/node-24.mjs';

export const startPrivateMariadb = (options) => startPrivate(mysql, options);
export const startPrivateRedis = (options) => startPrivate(redis, options);
/** Rejects where it is not installed; a single test does not install it. */
export const startPrivateClamd = async (options) => {
  if (!clamd.find()) throw new Error(`${clamd.name} is missing: ${clamd.hint}`);
  return clamd.launch(options);
};

/** For the whole suite: installs the virus scanner where possible. Its tests are left out without it. */
export function provideScanner() {
  if (!clamd.find() && canInstallPackages()) installPackages([clamd.debianPackage]);
}

/** The path of a browser for tests, which is installed where it is missing. */
export const provideBrowser = () => provideProgram(chromium);
export const providePython = () => provideProgram(python);
/** Shells into which documents are pasted, beside bash, and what makes environments of Python. */
export const provideShells = () => installMissing([dash, zsh, python, venv]);
/** The checker of rules for alerts, which comes with Prometheus. */
export const providePromtool = () => provideProgram(promtool);

/** The server, which brings the checker of rules with it. */
export function providePrometheus() {
  providePromtool();
  return findBinary('prometheus');
}

/** The compiler, with the libraries that Helm renders templates by. */
export function provideGo() {
  installMissing([go, sprig, yaml]);
  return { compiler: go.find(), environment: { GO111MODULE: 'off', GOPATH: dirname(GO_SOURCES) } };
}

/** What `npm run cluster` runs, by path; all of it is installed where it is missing. */
export function provideClusterPrograms() {
  installMissing([mysql, redis, galera, rsync, haproxy, iproute, faketime]);
  return { mariadb: mysql.find(), galera: galera.find(), haproxy: haproxy.find(), faketime: faketime.find() };
}

function provideProgram(program) {
  installMissing([program]);
  return program.find();
}

/**
 * Finds or starts both services. Returns the environment variables that the tests read;
 * `stop()` stops only what was started here. HARMATTAN_SERVICES=private ignores running services.
 */
export async function provideServices(environment = process.env) {
  const variables = {};
  const started = [];
  const stop = async () => void (await Promise.all(started.splice(0).map((server) => server.stop())));
  try {
    for (const kind of [mysql, redis]) {
      const url = await findRunning(kind, environment);
      if (url) variables[kind.variable] = url;
    }
    const missing = [mysql, redis].filter((kind) => !variables[kind.variable]);
    installMissing(missing);
    for (const kind of missing) {
      const server = await kind.launch();
      started.push(server);
      variables[kind.variable] = server.url;
    }
    return { variables, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function findRunning(kind, environment) {
  const given = environment[kind.variable];
  if (given) {
    const reason = await kind.whyNot(given);
    if (reason) throw new Error(`${kind.variable} is not usable: ${reason}`);
    return given;
  }
  if (environment.HARMATTAN_SERVICES === 'private') return undefined;
  return (await kind.whyNot(kind.local)) === undefined ? kind.local : undefined;
}

async function startPrivate(kind, options) {
  installMissing([kind]);
  return kind.launch(options);
}

/** Throws, naming each that is still missing. */
function installMissing(kinds) {
  const absent = kinds.filter((kind) => !kind.find());
  if (absent.length > 0 && canInstallPackages()) installPackages(absent.map((kind) => kind.debianPackage));
  const hints = absent.filter((kind) => !kind.find()).map((kind) => `${kind.name} is missing: ${kind.hint}`);
  if (hints.length > 0) throw new Error(hints.join('\n'));
}

/** Programs that tests and commands run, found where they are installed; the Debian packages are installed where they are missing. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { canInstallPackages, findBinary, installPackages } from './binaries.js';
import { findClamd } from './clamd.js';
import { findMariadb } from './database.js';
import { findRedis } from './redis.js';

export interface Program {
  readonly name: string;
  readonly debianPackage: string;
  readonly hint: string;
  /** Its path. */
  find(): string | undefined;
}

export const mariadb: Program = {
  name: 'MariaDB',
  find: findMariadb,
  debianPackage: 'mariadb-server',
  hint: 'install MariaDB 10.11 (Debian: mariadb-server), or give TEST_DATABASE_URL=mysql://root:password@host:3306',
};

export const redis: Program = {
  name: 'Redis',
  find: findRedis,
  debianPackage: 'redis-server',
  hint: 'install Redis 7 (Debian: redis-server), or give TEST_REDIS_URL=redis://host:6379',
};

export const clamd: Program = {
  name: 'ClamAV',
  find: findClamd,
  debianPackage: 'clamav-daemon',
  hint: 'install ClamAV 1.x (Debian: clamav-daemon)',
};

const chromium: Program = {
  name: 'Chromium',
  find: () => findBinary('chromium') ?? findBinary('google-chrome') ?? findBinary('chromium-browser'),
  debianPackage: 'chromium',
  hint: 'install Chromium (Debian: chromium)',
};

const python: Program = {
  name: 'Python',
  find: () => findBinary('python3'),
  debianPackage: 'python3',
  hint: 'install Python 3.9 or newer (Debian: python3)',
};

/** Without it Debian's Python makes no environments. */
const venv: Program = {
  name: 'venv',
  find: () => [findBinary('python3')].find((path) => path && spawnSync(path, ['-c', 'import ensurepip']).status === 0),
  debianPackage: 'python3-venv',
  hint: 'install the module venv of Python (Debian: python3-venv)',
};

const shells = ['dash', 'fish', 'zsh'].map((name): Program => {
  return { name, find: () => findBinary(name), debianPackage: name, hint: `install ${name} (Debian: ${name})` };
});

const promtool: Program = {
  name: 'promtool',
  find: () => findBinary('promtool'),
  debianPackage: 'prometheus',
  hint: 'install Prometheus 2.42 or newer (Debian: prometheus)',
};
/** It comes with the checker of its rules. */
const prometheus: Program = { ...promtool, name: 'Prometheus', find: () => findBinary('prometheus') };

const GO_SOURCES = '/usr/share/gocode/src';

const go: Program = {
  name: 'Go',
  find: () => findBinary('go'),
  debianPackage: 'golang-go',
  hint: 'install Go 1.19 or newer (Debian: golang-go)',
};
const sprig = goLibrary('github.com/Masterminds/sprig', 'golang-github-masterminds-sprig-dev');
const yaml = goLibrary('gopkg.in/yaml.v3', 'golang-gopkg-yaml.v3-dev');

function goLibrary(path: string, debianPackage: string): Program {
  const find = () => [`${GO_SOURCES}/${path}`].find(existsSync);
  return { name: path, find, debianPackage, hint: `install ${path} (Debian: ${debianPackage})` };
}

const galera: Program = {
  name: 'Galera',
  find: () => ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so'].find(existsSync),
  debianPackage: 'galera-4',
  hint: 'install the Galera library for MariaDB (Debian: galera-4)',
};

const rsync: Program = {
  name: 'rsync',
  find: () => findBinary('rsync'),
  debianPackage: 'rsync',
  hint: 'install rsync, by which a node of Galera gets a copy of another one (Debian: rsync)',
};

const haproxy: Program = {
  name: 'HAProxy',
  find: () => findBinary('haproxy'),
  debianPackage: 'haproxy',
  hint: 'install HAProxy 2.6 or newer (Debian: haproxy)',
};

/** The tools that state transfers of Galera look for open ports with. */
const iproute: Program = {
  name: 'ss',
  find: () => findBinary('ss'),
  debianPackage: 'iproute2',
  hint: 'install iproute2 (Debian: iproute2)',
};

const faketime: Program = {
  name: 'libfaketime',
  find: () => {
    const architecture = { x64: 'x86_64', arm64: 'aarch64' }[process.arch as string];
    return [`/usr/lib/${architecture}-linux-gnu/faketime/libfaketimeMT.so.1`].find(existsSync);
  },
  debianPackage: 'faketime',
  hint: 'install libfaketime (Debian: faketime)',
};

const mariadbBackup: Program = {
  name: 'mariadb-backup',
  find: () => findBinary('mariadb-backup') && findBinary('mbstream'),
  debianPackage: 'mariadb-backup',
  hint: 'install the physical backup of MariaDB (Debian: mariadb-backup)',
};

/** For the whole suite: installs the virus scanner where possible. Its tests are left out without it. */
export function provideScanner(): void {
  if (!clamd.find() && canInstallPackages()) installPackages([clamd.debianPackage]);
}

/** A browser for tests. @throws Error where a program of these is missing, and cannot be installed */
export const provideBrowser = () => provide(chromium);
export const providePython = () => provide(python);
/** Shells into which documents are pasted, beside bash, and what makes environments of Python. */
export const provideShells = () => installMissing([...shells, python, venv]);
/** The checker of rules for alerts. */
export const providePromtool = () => provide(promtool);
export const providePrometheus = () => provide(prometheus);
export const provideMariadbBackup = () => provide(mariadbBackup);

/** The compiler, with the libraries that Helm renders templates by. */
export function provideGo(): { compiler: string; environment: Record<string, string> } {
  installMissing([sprig, yaml]);
  return { compiler: provide(go), environment: { GO111MODULE: 'off', GOPATH: dirname(GO_SOURCES) } };
}

/** What `npm run cluster` runs, by path. */
export interface ClusterPrograms {
  readonly mariadb: string;
  readonly galera: string;
  readonly haproxy: string;
  readonly faketime: string;
}

export function provideClusterPrograms(): ClusterPrograms {
  installMissing([mariadb, redis, galera, rsync, haproxy, iproute, faketime]);
  return { mariadb: provide(mariadb), galera: provide(galera), haproxy: provide(haproxy), faketime: provide(faketime) };
}

/** Its path. @throws Error where it is missing, and cannot be installed */
export function provide(program: Program): string {
  installMissing([program]);
  return program.find()!;
}

/** @throws Error that names each that is still missing */
export function installMissing(programs: readonly Program[]): void {
  const absent = programs.filter((program) => !program.find());
  if (absent.length > 0 && canInstallPackages()) installPackages(absent.map(({ debianPackage }) => debianPackage));
  const hints = absent.filter((program) => !program.find()).map(({ name, hint }) => `${name} is missing: ${hint}`);
  if (hints.length > 0) throw new Error(hints.join('\n'));
}

/** MySQL 9.7 of Debian's unstable suite, in a folder of the user's cache: nothing of it is installed on this machine. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { findBinary } from './binaries.js';
import { INITIAL_DATA, initialise } from './database.js';
import { NotToBeHad } from './not-to-be-had.js';

const VERSION = '9.7';
const PACKAGES = ['mysql-server-core', 'mysql-client-core'];
const SUITE = 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian sid main\n';
const CLIENTS = ['mysql', 'mysqldump', 'mysqlbinlog'];
/** For half a gigabyte. */
const FETCH_MS = 120_000;

/** The folder with `mysqld` and its clients. @throws NotToBeHad where they cannot be fetched */
export function provideMysql(): string {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'harmattan');
  const place = join(cache, `mysql-${VERSION}-${process.arch}`);
  if (!existsSync(place)) {
    mkdirSync(cache, { recursive: true });
    // Beside it, so that who finds the folder finds all of it.
    const fresh = mkdtempSync(join(cache, 'new-'));
    try {
      make(fresh);
      // Another run may have been faster.
      if (!existsSync(place)) renameSync(fresh, place);
    } finally {
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  return join(place, 'bin');
}

function make(place: string): void {
  console.error(`Fetching MySQL ${VERSION} (Debian unstable) ...`);
  for (const file of fetchPackages(join(place, 'apt'))) run(['dpkg-deb', '--extract', file, place]);
  rmSync(join(place, 'apt'), { recursive: true });
  mkdirSync(join(place, 'bin'));
  const options = [
    '--basedir="$root/usr"',
    '--lc-messages-dir="$root/usr/share/mysql"',
    '--character-sets-dir="$root/usr/share/mysql/charsets"',
    '--plugin-dir="$root/usr/lib/mysql/plugin"',
    '--secure-file-priv=""',
  ];
  makeCommand(place, 'usr/sbin', 'mysqld', options);
  for (const name of CLIENTS) makeCommand(place, 'usr/bin', name);
  const data = join(place, INITIAL_DATA);
  initialise(join(place, 'bin/mysqld'), data);
  // Each copy gets an identity of its own.
  rmSync(join(data, 'auto.cnf'));
}

/** With all they need, as if nothing were installed, because this machine may have older libraries. */
function fetchPackages(folder: string): string[] {
  if (!findBinary('apt-get')) throw new NotToBeHad(`MySQL ${VERSION} is not to be had here: its packages need apt-get.`);
  const archives = join(folder, 'archives');
  for (const each of [join(folder, 'lists/partial'), join(archives, 'partial')]) mkdirSync(each, { recursive: true });
  writeFileSync(join(folder, 'status'), '');
  writeFileSync(join(folder, 'sources.list'), SUITE);
  const options = [
    `Dir::State=${folder}`,
    `Dir::State::status=${join(folder, 'status')}`,
    `Dir::Cache=${folder}`,
    `Dir::Cache::archives=${archives}`,
    `Dir::Etc::SourceList=${join(folder, 'sources.list')}`,
    'Dir::Etc::SourceParts=/dev/null',
    'Dir::Etc::PreferencesParts=/dev/null',
    'APT::Sandbox::User=root',
    'Acquire::Languages=none',
    'Acquire::http::Timeout=30',
    // A mirror may be behind; its signature is checked.
    'Acquire::Check-Valid-Until=false',
  ].flatMap((option) => ['-o', option]);
  try {
    run(['apt-get', ...options, '--quiet=2', 'update'], FETCH_MS);
    run(
      ['apt-get', ...options, '--quiet=2', '--yes', '--no-install-recommends', '--download-only', 'install', ...PACKAGES],
      FETCH_MS,
    );
  } catch (error) {
    throw new NotToBeHad(`MySQL ${VERSION} is not to be had here: ${(error as Error).message}`);
  }
  const files = readdirSync(archives).filter((name) => name.endsWith('.deb'));
  const [server] = files.filter((name) => name.startsWith(`${PACKAGES[0]}_`));
  if (!server?.includes(`_${VERSION}.`))
    throw new NotToBeHad(`MySQL ${VERSION} is not to be had here: Debian's unstable suite has ${server}.`);
  return files.map((name) => join(archives, name));
}

/** Programs of another release of Debian run by the loader and the libraries of that release. */
function makeCommand(place: string, folder: string, name: string, options: readonly string[] = []): void {
  const libraries = readdirSync(join(place, 'usr/lib')).find((each) => each.endsWith('-linux-gnu'))!;
  const loader = readdirSync(join(place, 'usr/lib', libraries)).find((each) => each.startsWith('ld-linux-'))!;
  const lines = [
    '#!/bin/sh',
    'root=$(dirname "$(dirname "$0")")',
    `libraries="$root/usr/lib/${libraries}"`,
    ['exec', `"$libraries/${loader}"`, '--library-path "$libraries"', `"$root/${folder}/${name}"`, '"$@"', ...options].join(' '),
  ];
  const file = join(place, 'bin', name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  chmodSync(file, 0o755);
}

function run([command, ...args]: [string, ...string[]], timeout?: number): void {
  const options = { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' }, timeout } as const;
  const { status, stderr, error } = spawnSync(command, args, options);
  if (status === 0) return;
  throw new Error(`${command} failed (${error?.message ?? stderr.trim().split('\n')[0]})`);
}

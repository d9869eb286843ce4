import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBinary } from './binaries.js';
import { NotToBeHad } from './not-to-be-had.js';
import { freePort } from './ports.js';
import { makeServerDirectory, PrivateServer } from './private-server.js';

/** PostgreSQL refuses to run as root. */
const USER = 'postgres';

/** A private PostgreSQL with its own settings, so it flushes every commit; anybody on this machine may log in. @throws NotToBeHad where it is not installed */
export async function startPrivatePostgres(): Promise<PrivateServer> {
  const [postgres, initdb, psql] = ['postgres', 'initdb', 'psql'].map((name) => {
    const path = findBinary(name);
    if (!path) throw new NotToBeHad(`PostgreSQL is not to be had here: ${name} is missing.`);
    return path;
  }) as [string, string, string];
  const directory = makeServerDirectory('postgres');
  const data = join(directory, 'data');
  mkdirSync(data);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) run('chown', ['-R', `${USER}:`, directory]);
  const asUser = (command: string, args: readonly string[]) =>
    isRoot
      ? { command: 'setpriv', args: [`--reuid=${USER}`, `--regid=${USER}`, '--clear-groups', command, ...args] }
      : { command, args };
  const made = asUser(initdb, ['--auth=trust', `--username=${USER}`, '--pgdata', data]);
  run(made.command, made.args);
  const port = await freePort();
  const url = `postgresql://${USER}@127.0.0.1:${port}/postgres`;
  const server = asUser(postgres, ['-D', data, '-k', directory, '-h', '127.0.0.1', '-p', String(port)]);
  const isReady = () => Promise.resolve(spawnSync(psql, [url, '-c', 'SELECT 1']).status === 0);
  return new PrivateServer({ name: 'PostgreSQL', ...server, directory, port, url, isReady }).start();
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
}

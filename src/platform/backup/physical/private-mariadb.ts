import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { sleep, wallMs } from '../../../kernel/timers.js';
import { StartError } from '../../config/start-error.js';

const START_MS = 600_000;
const POLL_MS = 50;
/** Also where sbin is not in PATH. */
const SERVERS = ['mariadbd', '/usr/sbin/mariadbd'];
/** Share of the memory for its pages. */
const MEMORY_SHARE = 4;

/** A server on a copy of data that nobody else reaches: by a socket in a folder of this user alone, and without logins. */
export class PrivateMariadb {
  private constructor(
    private readonly child: ChildProcess,
    readonly socket: string,
  ) {}

  /** @param folder for its socket and its log @throws StartError with the end of its log */
  static async start(data: string, folder: string, signal: AbortSignal): Promise<PrivateMariadb> {
    const command = SERVERS.find((name) => spawnSync(name, ['--version']).status === 0);
    if (!command) throw new StartError(['mariadbd is not installed (Debian: mariadb-server).']);
    const [socket, logPath] = [join(folder, 's'), join(folder, 'server.log')];
    const log = openSync(logPath, 'a', 0o600);
    const child = spawn(command, argumentsOf(data, folder, socket), { stdio: ['ignore', log, log], detached: true });
    closeSync(log);
    const server = new PrivateMariadb(child, socket);
    const failed = once(child, 'exit').then(
      ([code]) => `it ended with ${String(code)}`,
      (error: Error) => error.message,
    );
    try {
      for (const deadline = wallMs() + START_MS; wallMs() < deadline;) {
        signal.throwIfAborted();
        if (await answers(socket)) return server;
        const failure = await Promise.race([failed, sleep(POLL_MS)]);
        if (failure) throw new StartError([`The server on the copy did not start: ${failure}\n${endOf(logPath)}`]);
      }
      throw new StartError([`The server on the copy does not answer.\n${endOf(logPath)}`]);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  urlOf(database: string): string {
    return `mysql://root@localhost/${database}?socketPath=${encodeURIComponent(this.socket)}`;
  }

  /** In order, so that the data can be started on again. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await gone;
  }
}

function argumentsOf(data: string, folder: string, socket: string): string[] {
  const settings = join(data, 'backup-my.cnf');
  return [
    // Settings that the files were made with, such as the size of pages.
    existsSync(settings) ? `--defaults-file=${settings}` : '--no-defaults',
    ...(process.getuid?.() === 0 ? ['--user=root'] : []),
    `--datadir=${data}`,
    `--tmpdir=${folder}`,
    `--socket=${socket}`,
    `--pid-file=${join(folder, 'pid')}`,
    '--skip-networking',
    '--skip-grant-tables',
    '--skip-slave-start',
    '--skip-log-bin',
    '--max-allowed-packet=1G',
    `--innodb-buffer-pool-size=${Math.floor(totalmem() / MEMORY_SHARE)}`,
    // A failure loses nothing that cannot be made again.
    '--innodb-flush-log-at-trx-commit=0',
    '--innodb-doublewrite=0',
  ];
}

async function answers(socketPath: string): Promise<boolean> {
  if (!existsSync(socketPath)) return false;
  try {
    const connection = await createConnection({ socketPath, user: 'root' });
    await connection.end();
    return true;
  } catch {
    return false;
  }
}

function endOf(path: string): string {
  return readFileSync(path, 'utf8').split('\n').slice(-15).join('\n');
}

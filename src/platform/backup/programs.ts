import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { mysqlOptions } from '../database/mysql-options.js';
import { StartError } from '../config/start-error.js';

const CLOSED: ReadonlySet<string | undefined> = new Set(['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

interface Program {
  /** The first that is installed is taken. */
  readonly names: readonly string[];
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly toleratedCode?: number;
}

/** What a program prints. @throws Error with its last words where it fails */
export async function* outputOf(program: Program): AsyncGenerator<Buffer> {
  const child = await start(program, ['ignore', 'pipe', 'pipe']);
  const ended = endOf(child, program);
  ended.catch(() => undefined);
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) yield chunk;
  await ended;
}

export async function feed(program: Program, source: AsyncIterable<Buffer>, through: Duplex): Promise<void> {
  const child = await start(program, ['pipe', 'ignore', 'pipe']);
  const ended = endOf(child, program);
  ended.catch(() => undefined);
  try {
    await pipeline(source, through, child.stdin!);
  } catch (error) {
    // tar closes its input at the mark of the archive's end; a program that failed says more than a broken pipe.
    if (!CLOSED.has((error as NodeJS.ErrnoException).code)) {
      child.kill();
      throw error;
    }
  }
  await ended;
}

/** In one snapshot, without locks. @param marksPosition whether the position in the binary log is noted at its beginning */
export function mysqlDump(url: string, marksPosition: boolean): Program {
  const { options, env, database } = clientOf(url);
  const args = ['--single-transaction', '--quick', '--skip-lock-tables', '--triggers', '--hex-blob', '--no-tablespaces'];
  return {
    names: ['mariadb-dump', 'mysqldump'],
    args: [...options, ...args, ...(marksPosition ? ['--master-data=2'] : []), database],
    env,
  };
}

export function mysqlClient(url: string): Program {
  const { options, env, database } = clientOf(url);
  return { names: ['mariadb', 'mysql'], args: [...options, database], env };
}

function clientOf(url: string) {
  const { host, port, user, password, database, socketPath, ssl } = mysqlOptions(url);
  const where = socketPath ? [`--socket=${socketPath}`] : [`--host=${host}`, `--port=${port}`, '--protocol=tcp'];
  return {
    options: [...where, `--user=${user}`, '--default-character-set=utf8mb4', ...(ssl ? ['--ssl'] : [])],
    // Arguments are seen by every user of the machine.
    env: { MYSQL_PWD: password ?? '' },
    database: database!,
  };
}

async function start({ names, args, env }: Program, stdio: StdioOptions): Promise<ChildProcess> {
  for (const name of names) {
    const child = spawn(name, args, { stdio, env: { ...process.env, ...env } });
    try {
      await once(child, 'spawn');
      return child;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  throw new StartError([
    `${names.join(' or ')} is not installed: backups of MySQL need its client programs (Debian: mariadb-client).`,
  ]);
}

async function endOf(child: ChildProcess, { names, toleratedCode }: Program): Promise<void> {
  let words = '';
  child.stderr!.on('data', (chunk: Buffer) => (words = `${words}${chunk.toString()}`.slice(-500)));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0 && code !== toleratedCode) throw new StartError([`${names[0]} failed: ${words.trim() || `exit code ${code}`}`]);
}

import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { KNOWN_SETTINGS } from './known-settings.js';
import { openDataFolder } from './platform/config/data-folder.js';
import { checkEnvironment } from './platform/config/environment.js';
import { ProcessEnvironment } from './platform/config/process.settings.js';
import { StartError } from './platform/config/start-error.js';
import { DataFolderLock } from './platform/database/data-folder-lock.js';
import { DatabaseEnvironment } from './platform/database/database.settings.js';
import { mysqlOptions } from './platform/database/mysql-options.js';
import { HttpEnvironment } from './platform/http/http.settings.js';
import { redisFault } from './platform/redis/redis-fault.js';
import { RedisEnvironment } from './platform/redis/redis.settings.js';

const PROBE_MS = 5_000;

/** Looks for every fault that would keep the service from starting, so that nobody repairs one only to meet the next. */
export async function findStartFaults(source: NodeJS.ProcessEnv): Promise<string[]> {
  const { of, faults } = checkEnvironment(source, KNOWN_SETTINGS);
  const database = of(DatabaseEnvironment);
  const { REDIS_URL } = of(RedisEnvironment);
  const probes = await Promise.all([
    portFault(of(HttpEnvironment)),
    databaseFault('DATABASE_URL', database),
    databaseFault('MIGRATION_DATABASE_URL', database),
    REDIS_URL ? redisFault(REDIS_URL) : undefined,
  ]);
  return [...faults, ...(database.DATABASE_URL ? [] : folderFaults(of(ProcessEnvironment))), ...probes].filter(
    (fault) => fault !== undefined,
  );
}

/** Taken again, and kept, when the database is opened. */
function folderFaults({ DATA_DIR: folder }: ProcessEnvironment): readonly string[] {
  if (!existsSync(folder)) return [];
  const lock = new DataFolderLock(resolve(folder));
  try {
    openDataFolder(resolve(folder));
    lock.take();
    return [];
  } catch (error) {
    if (error instanceof StartError) return error.faults;
    throw error;
  } finally {
    lock.release();
  }
}

const PORT_FAULTS: Readonly<Record<string, (at: string) => string>> = {
  EADDRINUSE: (at) => `Another program listens on ${at}: stop it, or set PORT to a free port.`,
  EACCES: (at) => `This user may not listen on ${at}: set PORT to 1024 or more.`,
  EADDRNOTAVAIL: (at) => `This machine has no address for ${at}: correct HOST.`,
  ENOTFOUND: (at) => `This machine has no address for ${at}: correct HOST.`,
};

function portFault({ PORT, HOST }: HttpEnvironment): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      const at = `${HOST}:${PORT}`;
      resolve(PORT_FAULTS[error.code ?? '']?.(at) ?? `Cannot listen on ${at} (${error.code}): correct HOST and PORT.`);
    });
    server.listen(PORT, HOST, () => server.close(() => resolve(undefined)));
  });
}

async function databaseFault(
  variable: 'DATABASE_URL' | 'MIGRATION_DATABASE_URL',
  { [variable]: url }: DatabaseEnvironment,
): Promise<string | undefined> {
  if (!url) return undefined;
  const { database, ...server } = mysqlOptions(url);
  const at = `${server.host}:${server.port}`;
  try {
    const connection = await createConnection({ ...server, connectTimeout: PROBE_MS });
    connection.destroy();
    return undefined;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === 'ER_ACCESS_DENIED_ERROR' || code === 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR')
      return `The database at ${at} refuses user ${server.user} or the password: correct them in ${variable}.`;
    if (isAway(code)) return `The database at ${at} does not answer (${code}): start it, or correct ${variable}.`;
    return `The database at ${at} refuses the connection (${code ?? message}): correct ${variable} for ${database}.`;
  }
}

function isAway(code: string | undefined): boolean {
  return code === undefined || /^(E[A-Z]+|PROTOCOL_CONNECTION_LOST)$/.test(code);
}

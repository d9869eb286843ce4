import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPrivateFile } from '../config/data-folder.js';
import { StartError } from '../config/start-error.js';
import { isRetryable } from './errors.js';
import { SqliteConnection } from './sqlite-driver.js';

/** One service at a time works on an embedded data folder. The system gives the lock back when the process ends, however it ends. */
export class DataFolderLock {
  private readonly pidFile: string;
  private connection: SqliteConnection | undefined;

  constructor(private readonly dataDir: string) {
    this.pidFile = join(dataDir, 'service.pid');
  }

  /** @throws StartError naming the process that works on the folder */
  take(): void {
    const path = join(this.dataDir, 'service.lock');
    createPrivateFile(path);
    const connection = new SqliteConnection(path, { timeout: 0 });
    try {
      connection.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      connection.close();
      if (!isRetryable(error)) throw error;
      throw new StartError([
        `Another service (pid ${readPid(this.pidFile)}) works on ${this.dataDir}: stop it, or give this one a DATA_DIR of its own.`,
      ]);
    }
    this.connection = connection;
    writeFileSync(this.pidFile, `${process.pid}\n`, { mode: 0o600 });
  }

  release(): void {
    if (!this.connection) return;
    rmSync(this.pidFile, { force: true });
    this.connection.close();
    this.connection = undefined;
  }
}

/** The file alone says nothing: it stays after a crash. */
function readPid(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return 'unknown';
  }
}

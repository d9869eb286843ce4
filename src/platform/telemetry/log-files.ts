import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import roll from 'pino-roll';
import { StartError } from '../config/start-error.js';
import type { LogDestination } from './log.js';

const FILE_MB = 10;
const ROLLED_FILES = 3;
const MAX_BUFFERED_BYTES = 4_194_304;

/** Writes every line to the first destination and to numbered files in the folder, which is made. @throws StartError */
export async function alsoToFiles(first: LogDestination, folder: string): Promise<LogDestination> {
  openFolder(folder);
  const files = await roll({
    file: join(folder, 'service'),
    size: FILE_MB,
    limit: { count: ROLLED_FILES, removeOtherLogFiles: true },
    mode: 0o600,
    sync: false,
    minLength: 12_288,
    maxLength: MAX_BUFFERED_BYTES,
  });
  // A full disk costs lines of these files, never the service.
  files.on('error', () => undefined);
  return {
    write: (line) => {
      first.write(line);
      files.write(line);
    },
    flush: (done) => {
      files.flush();
      if (first.flush) first.flush(done);
      else done?.();
    },
  };
}

function openFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError([`LOG_DIR ${folder} cannot be used (${code}): name a folder that this user may write.`]);
  }
}

import { join } from 'node:path';
import roll from 'pino-roll';
import type { LogDestination } from './log.js';

const FILE_MB = 10;
const ROLLED_FILES = 3;
const MAX_BUFFERED_BYTES = 4_194_304;

/** Writes every line to the first destination and to numbered files in the folder, which is made. */
export async function alsoToFiles(first: LogDestination, folder: string): Promise<LogDestination> {
  const files = await roll({
    file: join(folder, 'service'),
    size: FILE_MB,
    limit: { count: ROLLED_FILES, removeOtherLogFiles: true },
    mkdir: true,
    sync: false,
    minLength: 4096,
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

import { accessSync, closeSync, constants, fstatSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../config/start-error.js';
import type { LogDestination } from './log.js';
import { LogBuffer, type LogFile } from './log-buffer.js';

const FILE_BYTES = 10 * 1_048_576;
const FILES = 4;
const NAME = /^service\.(\d+)\.log$/;

/** Writes every line to the first destination and to numbered files in the folder, which is made. @throws StartError */
export function alsoToFiles(first: LogDestination, folder: string): LogDestination {
  const files = openFiles(folder);
  if (first instanceof LogBuffer) {
    first.alsoTo(files);
    return first;
  }
  const buffer = new LogBuffer(files);
  return {
    write: (line) => {
      first.write(line);
      buffer.write(line);
    },
    flush: (done) => buffer.flush(() => (first.flush ? first.flush(done) : done?.())),
  };
}

function openFiles(folder: string): LogFile {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return new NumberedFiles(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError([`LOG_DIR ${folder} cannot be used (${code}): name a folder that this user may write.`]);
  }
}

class NumberedFiles implements LogFile {
  descriptor: number;
  private number: number;
  private size: number;

  constructor(private readonly folder: string) {
    this.number = Math.max(1, ...this.numbers());
    this.descriptor = this.open(this.number);
    this.size = fstatSync(this.descriptor).size;
  }

  written(bytes: number): void {
    this.size += bytes;
    if (this.size < FILE_BYTES) return;
    try {
      const next = this.open(this.number + 1);
      closeSync(this.descriptor);
      this.descriptor = next;
      this.number++;
      this.size = 0;
      for (const number of this.numbers()) if (number <= this.number - FILES) rmSync(this.path(number));
    } catch {
      // Where there can be no new file, the old one grows.
    }
  }

  private numbers(): number[] {
    return readdirSync(this.folder).flatMap((name) => NAME.exec(name)?.slice(1).map(Number) ?? []);
  }

  private open(number: number): number {
    return openSync(this.path(number), 'a', 0o600);
  }

  private path(number: number): string {
    return join(this.folder, `service.${number}.log`);
  }
}

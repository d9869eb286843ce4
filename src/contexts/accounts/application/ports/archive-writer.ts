import type { Readable } from 'node:stream';
import type { LocalFile } from '../../../../kernel/storage.js';

export interface ArchiveEntry {
  readonly path: string;
  /** Opened when its turn comes. */
  open(): Promise<Readable>;
}

export abstract class ArchiveWriter {
  /** A local file, of which only a part is in memory at a time. The caller removes it. */
  abstract write(entries: AsyncIterable<ArchiveEntry>): Promise<LocalFile>;
  abstract remove(file: LocalFile): Promise<void>;
}

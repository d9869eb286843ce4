import type { Readable } from 'node:stream';

export interface LocalFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** A folder or an object store, with atomic writes. Keys consist of a-z, A-Z, 0-9, `.`, `-`, `_` and `/`. Call it outside of a unit of work. */
export abstract class FileStorage {
  /** Moves a local file to the key, replacing its content. */
  abstract take(key: string, file: LocalFile): Promise<void>;
  abstract put(key: string, bytes: Buffer): Promise<void>;
  /** The content or a range of it; undefined for a missing key. */
  abstract open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  abstract move(from: string, to: string): Promise<void>;
  /** Missing keys are ignored. */
  abstract remove(...keys: string[]): Promise<void>;
}

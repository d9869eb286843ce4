import type { Readable } from 'node:stream';

/** A complete local file, which the storage may move. */
export interface LocalFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** Of the content, lower-case hex. */
  readonly sha256: string;
}

export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Storage for file contents: a folder or an object store. Keys are made of a-z, A-Z, 0-9, `.`, `-`, `_`
 * and `/`. Writes are atomic. Call it outside of a unit of work.
 */
export abstract class FileStorage {
  /** Stores a local file, replacing what was under the key. */
  abstract take(key: string, file: LocalFile): Promise<void>;
  /** Stores bytes, replacing what was under the key. */
  abstract put(key: string, bytes: Buffer): Promise<void>;
  /** The content or a range of it; undefined for a missing key. */
  abstract open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Does nothing where `from` is missing. */
  abstract move(from: string, to: string): Promise<void>;
  /** Missing keys are ignored. */
  abstract remove(...keys: string[]): Promise<void>;
}

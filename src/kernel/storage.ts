import type { Readable } from 'node:stream';

/** A finished file on this machine. Whoever takes it may move it. */
export interface LocalFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** Of the content, lower-case hex. */
  readonly sha256: string;
}

/** Bytes `from` to `to`, both counted from 0 and both inclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Where the contents of files are kept: a folder or an object store. Keys are made of a-z, A-Z, 0-9, `.`, `-`, `_`
 * and `/`. What is under a key is there as a whole or not at all. Call it outside of a unit of work.
 */
export abstract class FileStorage {
  /** Keeps a file of this machine, in place of what was under the key. */
  abstract take(key: string, file: LocalFile): Promise<void>;
  /** Keeps bytes, in place of what was under the key. */
  abstract put(key: string, bytes: Buffer): Promise<void>;
  /** The content, or a part of it; undefined when there is nothing under the key. */
  abstract open(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Renames. Does nothing where nothing is under `from`. */
  abstract move(from: string, to: string): Promise<void>;
  /** Removes for good; keys under which there is nothing are fine. */
  abstract remove(...keys: string[]): Promise<void>;
}

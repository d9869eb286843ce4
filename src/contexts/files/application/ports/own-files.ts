import type { Readable } from 'node:stream';

export interface OwnFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly createdAt: number;
  /** Undefined where it was deleted meanwhile. */
  open(): Promise<Readable | undefined>;
}

/** What a user uploaded. */
export abstract class OwnFiles {
  /** Newest first. */
  abstract all(userId: string): AsyncIterable<OwnFile>;
}

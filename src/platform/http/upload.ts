import { rm } from 'node:fs/promises';
import type { LocalFile } from '../../kernel/storage.js';

/** The file of a multipart body, on this machine until the request is answered. */
export class ReceivedFile implements LocalFile {
  constructor(
    /** As the client names it; not signed. */
    readonly fileName: string,
    readonly path: string,
    readonly sizeBytes: number,
    readonly sha256: string,
  ) {}
}

/** A multipart body that was received as a whole. */
export class Upload {
  constructor(
    /** `mp1:…`, for the signature. */
    readonly bodyHash: string,
    /** Values by name, the file as a ReceivedFile, what was sent twice as an array. */
    readonly fields: Readonly<Record<string, unknown>>,
    private readonly path: string,
  ) {}

  /** Removes the file unless it was moved. */
  async discard(): Promise<void> {
    await rm(this.path, { force: true });
  }
}

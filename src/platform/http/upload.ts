import { rm } from 'node:fs/promises';
import type { LocalFile } from '../../kernel/storage.js';

/** On the local disk until the request is answered. */
export class ReceivedFile implements LocalFile {
  constructor(
    /** The client's name, which the signature does not cover. */
    readonly fileName: string,
    readonly path: string,
    readonly sizeBytes: number,
    readonly sha256: string,
  ) {}
}

export class Upload {
  constructor(
    /** `mp1:…` */
    readonly bodyHash: string,
    /** Text, a ReceivedFile, or an array where a name was sent twice. */
    readonly fields: Readonly<Record<string, unknown>>,
    private readonly path: string,
    private readonly release: () => void,
  ) {}

  async discard(): Promise<void> {
    await rm(this.path, { force: true });
    this.release();
  }
}

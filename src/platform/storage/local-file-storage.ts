import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { type ByteRange, FileStorage, type LocalFile } from '../../kernel/storage.js';
import type { IncomingFolder } from './incoming-folder.js';

/** Must be on the same file system as the incoming folder, so that files can be renamed. */
export class LocalFileStorage extends FileStorage {
  constructor(
    private readonly folder: string,
    private readonly incoming: Pick<IncomingFolder, 'newPath'>,
  ) {
    super();
  }

  async take(key: string, { path }: LocalFile): Promise<void> {
    await this.rename(path, key);
  }

  async put(key: string, bytes: Buffer): Promise<void> {
    const path = this.incoming.newPath();
    try {
      await writeFile(path, bytes, { mode: 0o600, flag: 'wx', flush: true });
      await this.rename(path, key);
    } finally {
      await rm(path, { force: true });
    }
  }

  async open(key: string, range?: ByteRange): Promise<Readable | undefined> {
    try {
      const handle = await open(this.pathOf(key));
      return handle.createReadStream(range && { start: range.from, end: range.to });
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async move(from: string, to: string): Promise<void> {
    try {
      await this.rename(this.pathOf(from), to);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  async remove(...keys: string[]): Promise<void> {
    for (const key of keys) await rm(this.pathOf(key), { force: true });
  }

  private async rename(path: string, key: string): Promise<void> {
    const target = this.pathOf(key);
    try {
      await rename(path, target);
    } catch (error) {
      if (!isMissing(error)) throw error;
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await rename(path, target);
    }
    // The rename is durable after a sync of the folder.
    const folder = await open(dirname(target));
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  private pathOf(key: string): string {
    if (!/^[A-Za-z0-9_-]+([./][A-Za-z0-9_-]+)*$/.test(key)) throw new Error('not a valid storage key');
    return join(this.folder, key);
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

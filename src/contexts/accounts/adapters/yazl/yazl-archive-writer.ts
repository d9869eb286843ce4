import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { ZipFile } from 'yazl';
import type { LocalFile } from '../../../../kernel/storage.js';
import { IncomingFolder } from '../../../../platform/storage/incoming-folder.js';
import { type ArchiveEntry, ArchiveWriter } from '../../personal-data.js';

/** ZIP. */
@Injectable()
export class YazlArchiveWriter extends ArchiveWriter {
  constructor(private readonly folder: IncomingFolder) {
    super();
  }

  async write(entries: AsyncIterable<ArchiveEntry>): Promise<LocalFile> {
    const path = this.folder.newPath();
    const zip = new ZipFile();
    // Declared as the general interface, without `destroy`.
    const output = zip.outputStream as NodeJS.ReadableStream & { destroy(error: Error): void };
    zip.on('error', (error: Error) => output.destroy(error));
    const hash = createHash('sha256');
    let sizeBytes = 0;
    const measure = new Transform({
      transform(chunk: Buffer, _, done) {
        hash.update(chunk);
        sizeBytes += chunk.length;
        done(null, chunk);
      },
    });
    const writing = pipeline(output, measure, createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }));
    try {
      await Promise.all([writing, addAll(zip, entries).catch((error: unknown) => output.destroy(error as Error))]);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { path, sizeBytes, sha256: hash.digest('hex') };
  }

  async remove({ path }: LocalFile): Promise<void> {
    await rm(path, { force: true });
  }
}

async function addAll(zip: ZipFile, entries: AsyncIterable<ArchiveEntry>): Promise<void> {
  for await (const entry of entries)
    zip.addReadStreamLazy(entry.path, { compress: entry.path.endsWith('.json') }, (given) => {
      entry.open().then(
        (content) => given(null, content),
        (error: unknown) => given(error, undefined as never),
      );
    });
  zip.end();
}

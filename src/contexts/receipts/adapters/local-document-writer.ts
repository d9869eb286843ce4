import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import type { LocalFile } from '../../../kernel/storage.js';
import { IncomingFolder } from '../../../platform/storage/incoming-folder.js';
import { DocumentWriter } from '../statements.js';

@Injectable()
export class LocalDocumentWriter extends DocumentWriter {
  constructor(private readonly folder: IncomingFolder) {
    super();
  }

  async write(content: AsyncIterable<Uint8Array>): Promise<LocalFile> {
    const path = this.folder.newPath();
    const hash = createHash('sha256');
    let sizeBytes = 0;
    async function* measured() {
      for await (const chunk of content) {
        hash.update(chunk);
        sizeBytes += chunk.length;
        yield chunk;
      }
    }
    try {
      await pipeline(Readable.from(measured()), createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }));
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

import { text } from 'node:stream/consumers';
import type { S3FileStorage } from '../../../../platform/storage/s3-file-storage.js';
import type { Anchors } from '../../application/ports.js';

const FOLDER = 'ledger-anchors';

/** An object for each anchor, so that a bucket with a retention period keeps all of them. */
export class ObjectAnchors implements Anchors {
  constructor(private readonly store: S3FileStorage) {}

  async add(name: string, line: string): Promise<void> {
    await this.store.put(`${FOLDER}/${name}`, Buffer.from(`${line}\n`));
  }

  async lines(): Promise<string[]> {
    const lines: string[] = [];
    for (const key of (await this.store.list(`${FOLDER}/`)).toSorted()) {
      const content = await this.store.open(key);
      lines.push(content ? (await text(content)).trim() : '');
    }
    return lines;
  }
}

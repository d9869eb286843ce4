import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Anchors, AnchorStores } from '../../application/ports.js';
import { text } from 'node:stream/consumers';
import { S3FileStorage } from '../../../../platform/storage/s3-file-storage.js';
import { fileURLToPath } from 'node:url';

export class FileAnchors implements Anchors {
  constructor(private readonly path: string) {}

  async add(_: string, line: string): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    const file = await open(this.path, 'a', 0o600);
    try {
      await file.appendFile(`${line}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async lines(): Promise<string[]> {
    return (await readFile(this.path, 'utf8')).split('\n').filter((line) => line !== '');
  }
}

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

/** `file:///path` or `s3:` and an address as in S3_URL. */
export class UrlAnchorStores extends AnchorStores {
  at(url: string): Anchors {
    return url.startsWith('s3:')
      ? new ObjectAnchors(new S3FileStorage(url.slice('s3:'.length)))
      : new FileAnchors(fileURLToPath(url));
  }
}

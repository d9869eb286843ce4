import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Anchors } from '../../application/ports.js';

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

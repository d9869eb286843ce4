import { existsSync, readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads the lines of the log files in a folder in their order, each line once. */
export class LogReader {
  private readonly offsets = new Map<string, number>();

  constructor(private readonly folder: string) {}

  /** The complete lines written since the last call; at the first, all of them. */
  async read(): Promise<string[]> {
    const lines: string[] = [];
    for (const file of this.files()) lines.push(...(await this.linesOf(file)));
    return lines;
  }

  private files(): string[] {
    if (!existsSync(this.folder)) return [];
    const numberOf = (name: string) => Number(/\.(\d+)\.log$/.exec(name)?.[1] ?? 0);
    return readdirSync(this.folder)
      .filter((name) => numberOf(name) > 0)
      .toSorted((one, other) => numberOf(one) - numberOf(other));
  }

  private async linesOf(name: string): Promise<string[]> {
    const file = await open(join(this.folder, name));
    try {
      const from = this.offsets.get(name) ?? 0;
      const { size } = await file.stat();
      const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(0, size - from)), { position: from });
      const end = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1;
      this.offsets.set(name, from + end);
      return buffer.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
    } finally {
      await file.close();
    }
  }
}

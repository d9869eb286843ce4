import { appendFile, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { IdempotencyKey } from '../../../../kernel/caller.js';
import { Config } from '../../../../platform/config/config.js';
import { type AcknowledgedCommand, RecentCommands } from '../../application/ports.js';

/** Bytes of each of the two files. */
const LARGEST_FILE = 1_500_000;
const MOST_PENDING = 10_000;

/** The keys of the last ten thousand or more acknowledged commands as JSON lines, in two files written alternately. */
@Injectable()
export class CommitLog extends RecentCommands {
  private pending: AcknowledgedCommand[] = [];
  private readonly path: string;
  private readonly olderPath: string;

  constructor({ dataDir }: Config) {
    super();
    this.path = join(dataDir, 'ledger-commits.jsonl');
    this.olderPath = join(dataDir, 'ledger-commits.1.jsonl');
  }

  add({ scope, action, key }: IdempotencyKey, recordKey: string, at: number): void {
    this.pending.push({ scope, action, key, recordKey, at });
    if (this.pending.length >= 2 * MOST_PENDING) this.pending = this.pending.slice(MOST_PENDING);
  }

  async flush(): Promise<void> {
    if (this.pending.length === 0) return;
    const lines = this.pending.splice(0).slice(-MOST_PENDING);
    const { size } = await stat(this.path).catch(() => ({ size: 0 }));
    if (size > LARGEST_FILE) await rename(this.path, this.olderPath);
    await appendFile(this.path, lines.map((command) => `${JSON.stringify(command)}\n`).join(''), { mode: 0o600 });
  }

  async all(): Promise<AcknowledgedCommand[]> {
    const texts = await Promise.all([this.olderPath, this.path].map((path) => readFile(path, 'utf8').catch(() => '')));
    return texts.flatMap((text) => text.split('\n')).flatMap(parseLine);
  }
}

/** A crash may have truncated the last line. */
function parseLine(line: string): AcknowledgedCommand[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as AcknowledgedCommand];
  } catch {
    return [];
  }
}

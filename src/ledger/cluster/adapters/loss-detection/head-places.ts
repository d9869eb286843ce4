import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RedisConnection } from '../../../../platform/redis/redis.js';
import type { Log } from '../../../../platform/telemetry/log.js';
import { type AcknowledgedHead, AcknowledgedHeads } from '../../application/ports.js';

const FILE = 'ledger-head.json';

export class FileHeads extends AcknowledgedHeads {
  readonly place: string;

  constructor(
    dataDir: string,
    private readonly log: Log,
  ) {
    super();
    this.place = join(dataDir, FILE);
  }

  async read(): Promise<AcknowledgedHead | undefined> {
    try {
      return parseHead(await readFile(this.place, 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.log.warning('cannot read the acknowledged head of the ledger', { place: this.place }, error);
      return undefined;
    }
  }

  async write(head: AcknowledgedHead): Promise<void> {
    const draft = `${this.place}.${process.pid}`;
    await writeFile(draft, JSON.stringify(head), { mode: 0o600 });
    await rename(draft, this.place);
  }
}

/** A key in Redis, shared by all processes. */
export class RedisHeads extends AcknowledgedHeads {
  readonly place: string;

  constructor(
    private readonly redis: RedisConnection,
    private readonly log: Log,
  ) {
    super();
    this.place = redis.key('ledger-head');
  }

  async read(): Promise<AcknowledgedHead | undefined> {
    try {
      const text = await this.redis.client.get(this.place);
      return text === null ? undefined : parseHead(text);
    } catch (error) {
      // Redis may lose its data, so this does not stop commits.
      this.log.warning('cannot read the acknowledged head of the ledger', { place: this.place }, error);
      return undefined;
    }
  }

  async write(head: AcknowledgedHead): Promise<void> {
    await this.redis.client.set(this.place, JSON.stringify(head));
  }
}

function parseHead(text: string): AcknowledgedHead {
  const { batchNo, hash, writtenAt } = JSON.parse(text) as Partial<AcknowledgedHead>;
  if (!Number.isSafeInteger(batchNo) || typeof hash !== 'string' || !Number.isSafeInteger(writtenAt))
    throw new Error('the acknowledged head of the ledger is damaged');
  return { batchNo: batchNo!, hash, writtenAt: writtenAt! };
}

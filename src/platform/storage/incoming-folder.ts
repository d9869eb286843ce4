import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { every, type Timer, wallMs } from '../../kernel/timers.js';
import { Config } from '../config/config.js';
import { Log } from '../telemetry/log.js';

/** Longer than the server's request time-out. */
const ABANDONED_MS = 10 * 60_000;
const SWEEP_MS = 5 * 60_000;
/** Containers can share the folder, and their process ids are not unique. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 12);
const NAME = new RegExp(`^${MACHINE}-(\\d+)-[0-9a-f]+$`);

/** Folder of incomplete files. Names hold the writing process; files of dead processes are removed at start. */
@Injectable()
export class IncomingFolder implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly folder: string;
  private timer: Timer | undefined;

  constructor(
    config: Config,
    private readonly log: Log,
  ) {
    this.folder = join(config.dataDir, 'incoming');
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.sweep((pid) => pid === process.pid || !isAlive(pid));
    this.timer = every(SWEEP_MS, () => void this.sweep(() => false));
  }

  onApplicationShutdown(): void {
    this.timer?.stop();
  }

  newPath(): string {
    return join(this.folder, `${MACHINE}-${process.pid}-${randomBytes(12).toString('hex')}`);
  }

  private async sweep(isLeft: (pid: number) => boolean): Promise<void> {
    try {
      for (const name of await readdir(this.folder)) {
        const path = join(this.folder, name);
        const pid = NAME.exec(name)?.[1];
        const info = await stat(path).catch(() => undefined);
        if (info && ((pid !== undefined && isLeft(Number(pid))) || wallMs() - info.mtimeMs > ABANDONED_MS))
          await rm(path, { force: true });
      }
    } catch (error) {
      this.log.problem('cannot sweep incoming files', error);
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

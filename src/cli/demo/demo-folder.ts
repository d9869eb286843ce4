import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { Clock } from '../../kernel/clock.js';
import { Config } from '../../platform/config/config.js';
import { SQLITE_FILE } from '../../platform/config/data-folder.js';
import { KeysEnvironment } from '../../platform/crypto/keys.settings.js';
import { ServiceContext } from '../service-context.js';

/** A temporary installation that nobody else uses, under the keys of the one that gets the demonstration. */
export class DemoFolder {
  private readonly folder = mkdtempSync(join(tmpdir(), 'harmattan-demo-seed-'));
  private readonly environment: NodeJS.ProcessEnv;

  constructor(
    config: Config,
    private readonly clock: Clock,
    private readonly log: Writable,
  ) {
    const { ledgerKey } = config.of(KeysEnvironment);
    this.environment = {
      DATA_DIR: this.folder,
      LOG_LEVEL: 'fatal',
      APP_KEY: config.appKey.toString('base64'),
      ...(ledgerKey ? { LEDGER_KEY: ledgerKey.toString('base64') } : {}),
    };
  }

  get databaseFile(): string {
    return join(this.folder, SQLITE_FILE);
  }

  /** A service with its jobs, or a tool without them. */
  async with<Result>(role: 'service' | 'tool', work: (context: ServiceContext) => Promise<Result>): Promise<Result> {
    const config = role === 'service' ? Config.load(this.environment) : Config.loadForTool(this.environment);
    const context = new ServiceContext(config, this.log);
    context.useClock(this.clock);
    try {
      return await work(context);
    } finally {
      await context.close();
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { MINUTE_MS } from '../../kernel/clock.js';
import { Config } from '../../platform/config/config.js';
import { Every } from '../../platform/queue/job-queue.js';
import { Log } from '../../platform/telemetry/log.js';
import { ResolvedNames } from './application/resolved-names.js';
import { SyncBanks } from './application/sync-banks.js';

@Injectable()
export class BanksJobs implements OnApplicationBootstrap {
  constructor(
    private readonly syncBanks: SyncBanks,
    private readonly names: ResolvedNames,
    private readonly config: Config,
    private readonly log: Log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role !== 'tool') await this.sync();
  }

  @Every(10 * MINUTE_MS, 'banks.sync')
  sync(): Promise<void> {
    return this.syncBanks.execute((provider, error) =>
      this.log.warning('the banks of a provider cannot be read', { provider }, error),
    );
  }

  @Every(5 * MINUTE_MS, 'banks.forget_names')
  async forgetNames(): Promise<void> {
    await this.names.forget();
  }
}

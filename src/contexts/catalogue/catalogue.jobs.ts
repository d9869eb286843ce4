import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { Every } from '../../platform/queue/job-queue.js';
import { Log } from '../../platform/telemetry/log.js';
import { SyncCatalogue, BillerLogos, Catalogue } from './catalogue.js';
import { HOUR_MS } from '../../kernel/clock.js';

@Injectable()
export class CatalogueJobs implements OnApplicationBootstrap {
  constructor(
    private readonly syncCatalogue: SyncCatalogue,
    private readonly config: Config,
    private readonly log: Log,
  ) {}

  /** A new installation needs a catalogue; a provider that is down must not prevent the start. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role === 'tool') return;
    try {
      await this.syncCatalogue.execute('stale');
    } catch (error) {
      this.log.problem('the catalogue could not be synced at start', error);
    }
  }

  @Every(600_000, 'catalogue.sync')
  async syncStale(): Promise<void> {
    await this.syncCatalogue.execute('stale');
  }
}

@Injectable()
export class LogosJobs {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly logos: BillerLogos,
  ) {}

  @Every(HOUR_MS, 'catalogue.logos')
  async copy(): Promise<void> {
    const { activeBillers, activeCategories } = await this.catalogue.current();
    await this.logos.copy([...activeBillers.map(({ logoUrl }) => logoUrl), ...activeCategories.map(({ iconUrl }) => iconUrl)]);
  }
}

import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../../kernel/clock.js';
import { domainEvent, Outbox } from '../../../kernel/events.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import type { Listing } from '../../../kernel/listing.js';
import { withTimeout } from '../../attempts/index.js';
import { BillerProviders } from '../../billers/index.js';
import { Catalogue, type CatalogueChange } from './ports.js';

export type SyncResult = { readonly provider: string } & CatalogueChange;

@Injectable()
export class SyncCatalogue {
  constructor(
    private readonly providers: BillerProviders,
    private readonly catalogue: Catalogue,
    private readonly outbox: Outbox,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @param only `stale`: skips providers synced within the last day. @throws errors of a provider's list; its catalogue stays */
  async execute(only: 'all' | 'stale' = 'all'): Promise<SyncResult[]> {
    const results: SyncResult[] = [];
    for (const provider of this.providers.all) {
      if (only === 'stale' && !(await this.isStale(provider.name))) continue;
      const { listTimeoutMs, readTimeoutMs } = provider.capabilities;
      const listing = await withTimeout(listTimeoutMs ?? readTimeoutMs, (signal) => provider.list(signal));
      // An empty list is an error of the provider and would retire all items.
      if (listing.items.length === 0) throw new Error(`${provider.name} lists nothing`);
      results.push({ provider: provider.name, ...(await this.replace(provider.name, listing)) });
    }
    return results;
  }

  private replace(provider: string, listing: Listing): Promise<CatalogueChange> {
    return this.unitOfWork.run(async () => {
      const change = await this.catalogue.replace(provider, listing);
      await this.outbox.add(domainEvent('catalogue.synced', { provider }));
      return change;
    });
  }

  private async isStale(provider: string): Promise<boolean> {
    const syncedAt = await this.catalogue.syncedAt(provider);
    return syncedAt === undefined || this.clock.now() - syncedAt > DAY_MS;
  }
}

import { Injectable } from '@nestjs/common';
import { Clock, DAY_MS } from '../../../kernel/clock.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { withTimeout } from '../../attempts/index.js';
import { type PayoutProvider, PayoutProviders } from './payout-provider.js';
import { BankDirectory } from './ports.js';

/** Takes the banks of the providers over, each once a day. */
@Injectable()
export class SyncBanks {
  constructor(
    private readonly providers: PayoutProviders,
    private readonly directory: BankDirectory,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @param failed told of each list that cannot be read; the banks of its provider stay */
  async execute(failed: (provider: string, error: unknown) => void): Promise<void> {
    for (const provider of this.providers.all)
      try {
        if (await this.isStale(provider)) await this.sync(provider);
      } catch (error) {
        failed(provider.name, error);
      }
  }

  private async isStale({ name }: PayoutProvider): Promise<boolean> {
    const syncedAt = await this.directory.syncedAt(name);
    return syncedAt === undefined || this.clock.now() - syncedAt > DAY_MS;
  }

  private async sync(provider: PayoutProvider): Promise<void> {
    const listed = await withTimeout(provider.capabilities.readTimeoutMs, (signal) => provider.banks(signal));
    // An empty list is an error of the provider and would take all banks away.
    if (listed.length === 0) throw new Error(`${provider.name} lists no bank`);
    await this.unitOfWork.run(() => this.directory.replace(provider.name, listed));
  }
}

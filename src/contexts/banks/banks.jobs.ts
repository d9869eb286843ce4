import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { MINUTE_MS } from '../../kernel/clock.js';
import { Config } from '../../platform/config/config.js';
import { Every, Job, type JobRequest, JobQueue } from '../../platform/queue/job-queue.js';
import { Log } from '../../platform/telemetry/log.js';
import { ResolvedAccounts } from './account-names.js';
import { BankList } from './banks.js';
import { WatchFloat } from '../attempts/index.js';
import { PayoutProviders } from './payout-provider.js';

@Injectable()
export class BanksJobs implements OnApplicationBootstrap {
  constructor(
    private readonly banks: BankList,
    private readonly names: ResolvedAccounts,
    private readonly config: Config,
    private readonly log: Log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.role !== 'tool') await this.sync();
  }

  @Every(10 * MINUTE_MS, 'banks.sync')
  sync(): Promise<void> {
    return this.banks.syncStale((provider, error) =>
      this.log.warning('the banks of a provider cannot be read', { provider }, error),
    );
  }

  @Every(5 * MINUTE_MS, 'banks.forget_names')
  async forgetNames(): Promise<void> {
    await this.names.forget();
  }
}

const READ_FLOAT = 'payouts.float';

@Injectable()
export class PayoutFloatsJobs {
  constructor(
    private readonly providers: PayoutProviders,
    private readonly watchFloat: WatchFloat,
    private readonly queue: JobQueue,
    private readonly log: Log,
  ) {}

  @Every(300_000, 'payouts.floats')
  readAll(): Promise<void> {
    const readable = this.providers.all.filter((provider) => provider.balance !== undefined);
    return this.queue.add(...readable.map(({ name }) => readFloat(name)));
  }

  @Job(READ_FLOAT)
  async read({ provider }: { provider: string }): Promise<void> {
    try {
      await this.watchFloat.execute(this.providers.find(provider), 'payouts');
    } catch (error) {
      // An exhausted job would block the next ones.
      this.log.warning('the balance with a provider cannot be read', { provider }, error);
    }
  }
}

/** The key is the provider's, so that refusals in a row read once and two reads never overlap. */
export function readFloat(provider: string): JobRequest {
  return { name: READ_FLOAT, key: provider, data: { provider } };
}

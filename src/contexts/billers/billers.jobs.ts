import { Injectable } from '@nestjs/common';
import { Every, Job, type JobRequest, JobQueue } from '../../platform/queue/job-queue.js';
import { Log } from '../../platform/telemetry/log.js';
import { BillerProviders } from './biller-provider.js';
import { WatchFloat } from '../attempts/index.js';

const READ_FLOAT = 'provider.float';

@Injectable()
export class FloatsJobs {
  constructor(
    private readonly providers: BillerProviders,
    private readonly watchFloat: WatchFloat,
    private readonly queue: JobQueue,
    private readonly log: Log,
  ) {}

  @Every(300_000, 'billers.floats')
  readAll(): Promise<void> {
    const readable = this.providers.all.filter((provider) => provider.balance !== undefined);
    return this.queue.add(...readable.map(({ name }) => readFloat(name)));
  }

  @Job(READ_FLOAT)
  async read({ provider }: { provider: string }): Promise<void> {
    try {
      await this.watchFloat.execute(this.providers.find(provider), 'purchases');
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

import { Injectable } from '@nestjs/common';
import { DAY_MS, MINUTE_MS } from '../../kernel/clock.js';
import type { Events } from '../../kernel/events.js';
import { Every, Job, JobQueue, OldestWaiting, OnEvent } from '../../platform/queue/job-queue.js';
import { ExpireExports } from './application/expire-exports.js';
import { MakeExport } from './application/make-export.js';
import { DataExports } from './application/ports.js';

const MAKE = 'data_export.make';
const SWEEP_SIZE = 200;

@Injectable()
export class PersonalDataJobs {
  constructor(
    private readonly makeExport: MakeExport,
    private readonly expireExports: ExpireExports,
    private readonly exports: DataExports,
    private readonly queue: JobQueue,
  ) {}

  @OnEvent('data_export.requested')
  queueRequested({ exportId }: Events['data_export.requested']): Promise<void> {
    return this.enqueue([exportId]);
  }

  /** It is given once. */
  @OnEvent('file.downloaded')
  endDownloaded({ fileId }: Events['file.downloaded']): Promise<void> {
    return this.expireExports.afterDownload(fileId);
  }

  @Job(MAKE)
  make({ exportId }: { readonly exportId: string }): Promise<void> {
    return this.makeExport.execute(exportId);
  }

  @OldestWaiting('data export', DAY_MS)
  async oldestRunning(): Promise<number | undefined> {
    return (await this.exports.running(1))[0]?.createdAt;
  }

  /** Finds exports whose job was lost, and files whose time is over. */
  @Every(10 * MINUTE_MS, 'personal_data.sweep')
  async sweep(): Promise<void> {
    await this.enqueue((await this.exports.running(SWEEP_SIZE)).map(({ id }) => id));
    await this.expireExports.execute();
  }

  private enqueue(exportIds: readonly string[]): Promise<void> {
    return this.queue.add(...exportIds.map((exportId) => ({ name: MAKE, key: exportId, data: { exportId } })));
  }
}

import { Injectable } from '@nestjs/common';
import { Clock, HOUR_MS, DAY_MS, MINUTE_MS } from '../../kernel/clock.js';
import { Every, Job, JobQueue, OldestWaiting, OnEvent } from '../../platform/queue/job-queue.js';
import { CompleteClosing } from './closing.js';
import { AccountClosings } from '../sign-in/index.js';
import type { Events } from '../../kernel/events.js';
import { ExpireExports, MakeExport, DataExports } from './personal-data.js';

const CLOSE = 'accounts.close';
const PAGE_SIZE = 200;

@Injectable()
export class ClosingJobs {
  constructor(
    private readonly closings: AccountClosings,
    private readonly completeClosing: CompleteClosing,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** The rest is queued the next time; a lost job is queued again. */
  @Every(HOUR_MS, 'accounts.closings')
  async queueDue(): Promise<void> {
    const due = await this.closings.due(this.clock.now(), PAGE_SIZE);
    await this.queue.add(...due.map((userId) => ({ name: CLOSE, key: userId, data: { userId } })));
  }

  @Job(CLOSE)
  complete({ userId }: { readonly userId: string }): Promise<void> {
    return this.completeClosing.execute(userId);
  }

  @OldestWaiting('account closing', 24 * HOUR_MS)
  oldestDue(): Promise<number | undefined> {
    return this.closings.oldestDue(this.clock.now());
  }
}

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

import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { Events } from '../../kernel/events.js';
import { Every, Job, JobQueue, OldestWaiting, OnEvent, OnEvents, type ReceivedEvent } from '../../platform/queue/job-queue.js';
import { Files } from './files.js';
import { ProcessFile } from './processing.js';

const PROCESS = 'file.process';
/** About a day, for an outage of the scanner overnight. */
const ATTEMPTS = 150;
const SWEEP_SIZE = 200;
const SWEEP_LEASE_MS = 10 * 60_000;

/** The sweep finds files whose job was lost. */
@Injectable()
export class FilesJobs {
  constructor(
    private readonly processFile: ProcessFile,
    private readonly files: Files,
    private readonly clock: Clock,
    private readonly queue: JobQueue,
  ) {}

  @OnEvents('file.uploaded')
  queueUploaded(events: readonly ReceivedEvent<Events['file.uploaded']>[]): Promise<void> {
    return this.enqueue(events.map(({ data }) => data.fileId));
  }

  @OnEvent('job.set_aside')
  async abandon({ name, key: fileId }: Events['job.set_aside']): Promise<void> {
    if (name === PROCESS) await this.processFile.abandon(fileId);
  }

  @Job(PROCESS, { concurrency: 2, attempts: ATTEMPTS })
  process({ fileId }: { readonly fileId: string }): Promise<void> {
    return this.processFile.execute(fileId);
  }

  @OldestWaiting('file', 3_600_000)
  oldestUnfinished(): Promise<number | undefined> {
    return this.files.oldestUnfinished();
  }

  @Every(60_000, 'files.sweep')
  async sweep(): Promise<void> {
    const due = await this.files.leaseDue(SWEEP_SIZE, SWEEP_LEASE_MS);
    await this.enqueue(due.map(({ id }) => id));
    await this.files.removeExpiredDownloads(this.clock.now(), SWEEP_SIZE);
  }

  private enqueue(fileIds: readonly string[]): Promise<void> {
    return this.queue.add(...fileIds.map((fileId) => ({ name: PROCESS, key: fileId, data: { fileId } })));
  }
}

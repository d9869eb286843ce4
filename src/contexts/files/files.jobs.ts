import { Injectable } from '@nestjs/common';
import { Every, Job, JobQueue, OldestWaiting, OnEvent } from '../../platform/queue/job-queue.js';
import { Files } from './application/ports/files.js';
import { ProcessFile } from './application/process-file.js';

const PROCESS = 'file.process';
/** About a day: a scanner that is away for a night is no reason to give up. */
const ATTEMPTS = 150;
const SWEPT_AT_ONCE = 200;
const SWEPT_AGAIN_MS = 10 * 60_000;

/** Files are processed after their upload is answered; what nobody went on with is found in the table. */
@Injectable()
export class FilesJobs {
  constructor(
    private readonly processFile: ProcessFile,
    private readonly files: Files,
    private readonly queue: JobQueue,
  ) {}

  @OnEvent('file.uploaded')
  queueUploaded({ fileId }: { readonly fileId: string }): Promise<void> {
    return this.enqueue([fileId]);
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
    const due = await this.files.due(SWEPT_AT_ONCE, SWEPT_AGAIN_MS);
    await this.enqueue(due.map(({ id }) => id));
  }

  private enqueue(fileIds: readonly string[]): Promise<void> {
    return this.queue.add(...fileIds.map((fileId) => ({ name: PROCESS, key: fileId, data: { fileId } })));
  }
}

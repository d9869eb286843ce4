import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '../../kernel/clock.js';
import type { Events } from '../../kernel/events.js';
import { Every, Job, JobQueue, OldestWaiting, OnEvent } from '../../platform/queue/job-queue.js';
import { StatementFiles, StatementWriter, STATEMENT_TIMEOUT_MS } from './statements.js';

const WRITE = 'statement.write';
const SWEEP_SIZE = 200;

@Injectable()
export class ReceiptsJobs {
  constructor(
    private readonly writer: StatementWriter,
    private readonly files: StatementFiles,
    private readonly queue: JobQueue,
  ) {}

  @OnEvent('statement.requested')
  queueRequested({ statementId }: Events['statement.requested']): Promise<void> {
    return this.enqueue([statementId]);
  }

  @Job(WRITE)
  write({ statementId }: { readonly statementId: string }): Promise<void> {
    return this.writer.write(statementId);
  }

  @OldestWaiting('statement', STATEMENT_TIMEOUT_MS)
  async oldestRunning(): Promise<number | undefined> {
    return (await this.files.running(1))[0]?.createdAt;
  }

  /** Finds statements whose job was lost, and files whose time is over. */
  @Every(10 * MINUTE_MS, 'receipts.sweep')
  async sweep(): Promise<void> {
    await this.enqueue((await this.files.running(SWEEP_SIZE)).map(({ id }) => id));
    await this.writer.expire();
  }

  private enqueue(statementIds: readonly string[]): Promise<void> {
    return this.queue.add(...statementIds.map((statementId) => ({ name: WRITE, key: statementId, data: { statementId } })));
  }
}

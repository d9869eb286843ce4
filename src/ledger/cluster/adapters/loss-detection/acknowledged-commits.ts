import { after, type Timer } from '../../../../kernel/timers.js';
import type { Log } from '../../../../platform/telemetry/log.js';
import type { AcknowledgedHead, AcknowledgedHeads } from '../../application/ports.js';
import type { NewIdempotencyRecord } from '../../../domain/batch.js';
import type { CommitLog } from './commit-log.js';

const WRITE_EVERY_MS = 1_000;

/** Writes acknowledged commits outside of the database, after the answers and at most once a second. */
export class AcknowledgedCommits {
  private head: AcknowledgedHead | undefined;
  private timer: Timer | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly places: readonly AcknowledgedHeads[],
    private readonly commits: CommitLog,
    private readonly log: Log,
  ) {}

  add(
    head: AcknowledgedHead | undefined,
    records: Iterable<Pick<NewIdempotencyRecord, 'idempotencyKey' | 'recordKey'>>,
    at: number,
  ): void {
    this.head = head ?? this.head;
    for (const { idempotencyKey, recordKey } of records) this.commits.add(idempotencyKey, recordKey, at);
    this.timer ??= after(WRITE_EVERY_MS, () => {
      this.timer = undefined;
      this.writing = this.writing.then(() => this.write());
    }).unref();
  }

  async close(): Promise<void> {
    this.timer?.stop();
    await this.writing;
    await this.write();
  }

  private async write(): Promise<void> {
    const { head } = this;
    this.head = undefined;
    const writes = [this.commits.flush(), ...(head ? this.places.map((place) => place.write(head)) : [])];
    for (const result of await Promise.allSettled(writes))
      if (result.status === 'rejected') this.log.warning('cannot remember the head of the ledger', {}, result.reason);
  }
}

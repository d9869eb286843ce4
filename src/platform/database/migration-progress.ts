import type { Migration } from 'typeorm';
import type { Log } from '../telemetry/log.js';
import type { MigrationObserver } from './migrate.js';

/** Between two lines of the log. */
const PAUSE_MS = 3_000;

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** Says how far the migrations are: on a terminal in one line that is written over, elsewhere in the log every few seconds. */
export class MigrationProgress implements MigrationObserver {
  private saidAtMs = Date.now();

  constructor(
    private readonly log: Log | undefined,
    private readonly terminal: Stream = process.stderr,
  ) {}

  isWaiting(sentence: string): void {
    this.log?.warning(sentence);
  }

  applied(count: number, total: number): void {
    if (!this.log) return;
    if (this.terminal.isTTY)
      this.terminal.write(`\rPreparing the database: ${count} of ${total} steps${count === total ? '\n' : ''}`);
    else if (count < total && Date.now() - this.saidAtMs >= PAUSE_MS) {
      this.saidAtMs = Date.now();
      this.log.info('preparing the database', { done: count, of: total });
    }
  }

  /** @param created where the database is, if it was made */
  ended(migrations: readonly Migration[], created: string | undefined): void {
    if (created !== undefined) this.log?.info('created a new database', { database: created, migrations: migrations.length });
    else if (migrations.length > 0) this.log?.info('migrated the database', { migrations: migrations.map(({ name }) => name) });
  }
}

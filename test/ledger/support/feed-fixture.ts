import { JournalConsumers, Tellers } from '../../../src/ledger/log/application/ports.js';
import { type ConsumedJournal, JournalConsumer, type JournalView, type Wallets } from '../../../src/ledger/index.js';
import { JournalFeed } from '../../../src/ledger/log/adapters/journal-feed.js';
import { insertNew } from '../../../src/platform/database/insert-new.js';
import type { Database } from '../../../src/platform/database/database.js';
import { ContinuousWork } from '../../../src/platform/queue/continuous-work.js';
import { Quiescence } from '../../../src/platform/queue/quiescence.js';
import { WakeMessages } from '../../../src/platform/queue/wake-messages.js';
import { JobThrottle } from '../../../src/platform/queue/job-throttle.js';
import { Leases } from '../../../src/platform/queue/leases.js';
import type { OutboxRelay } from '../../../src/platform/queue/outbox-relay.js';
import { SqlOutbox } from '../../../src/platform/queue/sql-outbox.js';
import { Log } from '../../../src/platform/telemetry/log.js';
import { Metrics } from '../../../src/platform/telemetry/metrics.js';
import type { Config } from '../../../src/platform/config/config.js';
import { contributionsOf } from '../../support/contributions.js';
import { TelemetryEnvironment } from '../../../src/platform/telemetry/telemetry.settings.js';

/** Writes a row for each journal into the table `effect`, under a name. */
export class EffectConsumer extends JournalConsumer {
  readonly kinds = ['transfer', 'reversal'] as const;
  readonly chunks: number[] = [];
  /** Journals that cannot be prepared. */
  readonly refused = new Set<string>();
  /** Called in the transaction, after the rows. */
  afterWrite: () => void | Promise<void> = () => undefined;

  constructor(
    private readonly database: Database,
    readonly name: string,
    private readonly process = 'one',
  ) {
    super();
  }

  async view(journals: readonly ConsumedJournal[]): Promise<JournalView> {
    this.chunks.push(journals.length);
    if (journals.some(({ id }) => this.refused.has(id))) throw new Error('refused');
    return { prepare: () => Promise.resolve(() => this.write(journals)) };
  }

  private async write(journals: readonly ConsumedJournal[]): Promise<void> {
    const rows = journals.map(({ id }) => [this.name, id, this.process]);
    await insertNew(this.database, 'effect', ['consumer', 'journal_id', 'process'], rows);
    await this.afterWrite();
  }
}

/** A feed as a process has it. */
export interface TestFeed {
  readonly feed: JournalFeed;
  readonly work: ContinuousWork;
}

export function makeFeed(config: Config, database: Database, ...consumers: JournalConsumer[]): TestFeed {
  const log = new Log(config.of(TelemetryEnvironment));
  const entries = contributionsOf(...consumers);
  const wallets = { balancesAfter: () => Promise.resolve(() => undefined) } as Partial<Wallets> as Wallets;
  const leases = new Leases(database);
  const work = new ContinuousWork(config, leases, new JobThrottle(new Metrics()), new WakeMessages(), log, new Quiescence());
  const relay = { notify: () => undefined } as OutboxRelay;
  const outbox = new SqlOutbox(database, relay);
  return {
    feed: new JournalFeed(database, new JournalConsumers(entries), new Tellers(entries), wallets, outbox, work, log),
    work,
  };
}

export async function makeEffectTable(database: Database, ...consumers: string[]): Promise<void> {
  await database.rowsOnce(
    'CREATE TABLE effect (consumer varchar(64) NOT NULL, journal_id varchar(40) NOT NULL, process varchar(64) NOT NULL, PRIMARY KEY (consumer, journal_id))',
  );
  for (const consumer of consumers)
    await database.rowsOnce(
      'INSERT INTO journal_cursor (consumer, batch_no, position) SELECT ?, batch_no, 1000 FROM ledger_head',
      [consumer],
    );
}

export interface Effect {
  readonly consumer: string;
  readonly journal_id: string;
  readonly process: string;
}

export function effects(database: Database): Promise<Effect[]> {
  return database.rowsOnce<Effect>('SELECT consumer, journal_id, process FROM effect ORDER BY consumer, journal_id');
}

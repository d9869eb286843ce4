import { JournalWebhookSender } from '../../../../src/contexts/webhooks/adapters/journal-webhook-sender.js';
import { AllWebhooks } from '../../../../src/contexts/webhooks/all-webhooks.js';
import { DeliverJournals } from '../../../../src/contexts/webhooks/deliver-journals.js';
import { TypeormEndpointCursors } from '../../../../src/contexts/webhooks/endpoints.store.js';
import { type WebhookSender, WebhookSettings } from '../../../../src/contexts/webhooks/webhooks.js';
import { DAY_MS } from '../../../../src/kernel/clock.js';
import { type ConsumedJournal, JournalConsumer, type JournalView } from '../../../../src/ledger/index.js';
import { SqlJournalLog } from '../../../../src/ledger/log/adapters/sql-journal-log.js';
import { JournalConsumers } from '../../../../src/ledger/log/application/ports.js';
import type { ContinuousWork, Round } from '../../../../src/platform/queue/continuous-work.js';
import type { OutboxRelay } from '../../../../src/platform/queue/outbox-relay.js';
import { SqlOutbox } from '../../../../src/platform/queue/sql-outbox.js';
import { contributionsOf } from '../../../support/contributions.js';
import type { LedgerFixture } from '../../../support/ledger-fixture.js';
import { WebhookProcess } from './webhook-process.js';

/** A transfer is told by its journal, and one about `p…` is a purchase that is completed and then reversed. */
export class TransferEvents extends JournalConsumer {
  readonly name = 'transfers';
  readonly kinds = ['transfer'] as const;
  readonly refused = new Set<string>();

  view(journals: readonly ConsumedJournal[]): Promise<JournalView> {
    if (journals.some(({ id }) => this.refused.has(id))) return Promise.reject(new Error('refused'));
    const events = journals.map(({ id, subject }) =>
      subject.startsWith('p')
        ? ({
            id,
            name: subject.endsWith('-') ? 'purchase.reversed' : 'purchase.completed',
            data: { purchaseId: subject.slice(0, 2) },
          } as const)
        : ({ id, name: 'transfer.completed', data: { transferId: subject } } as const),
    );
    return Promise.resolve({ events });
  }
}

/** A process that tells endpoints of journals, step by step. */
export class JournalProcess extends WebhookProcess {
  readonly consumer = new TransferEvents();
  readonly cursors: TypeormEndpointCursors;
  readonly all: AllWebhooks;
  readonly deliverJournals: DeliverJournals;
  readonly sender: JournalWebhookSender;
  private round: () => Promise<boolean> = () => Promise.resolve(false);
  /** As the process stops. */
  stop: () => Promise<void> = () => Promise.resolve();
  private isWoken = false;

  constructor(books: LedgerFixture, sender: WebhookSender) {
    super(books, sender);
    const { clock, endpoints, webhooks } = this;
    const { database } = books;
    const log = new SqlJournalLog(database, new JournalConsumers(contributionsOf(this.consumer)), books.wallets, this.log);
    this.cursors = new TypeormEndpointCursors(database, log);
    this.all = new AllWebhooks(webhooks, endpoints, this.cursors, log, new WebhookSettings(false, 90 * DAY_MS), clock);
    this.deliverJournals = new DeliverJournals(
      log,
      endpoints,
      this.cursors,
      webhooks,
      this.events,
      this.deliver,
      this.process,
      { run: (work) => database.transaction(work) },
      new SqlOutbox(database, { notify: () => undefined } as OutboxRelay),
      clock,
    );
    const work = {
      add: (_: string, given: Round, finish: () => Promise<void>) => {
        this.round = () => given(new AbortController().signal);
        this.stop = finish;
        return () => (this.isWoken = true);
      },
      during: <T>(run: () => Promise<T>) => run(),
    } as unknown as ContinuousWork;
    this.sender = new JournalWebhookSender(work, this.deliverJournals, this.events, database, this.queue, this.log);
  }

  /** Starts a run for each endpoint that has something before it. */
  async begin(): Promise<void> {
    await this.round();
  }

  /** Tells all that can be told now. */
  async tell(): Promise<void> {
    do {
      this.isWoken = false;
      await this.round();
      await this.sender.runsEnd();
    } while (this.isWoken);
  }
}

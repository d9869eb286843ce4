import { Injectable } from '@nestjs/common';
import { Outbox } from '../../../kernel/events.js';
import { idFor } from '../../../kernel/ids.js';
import { Contributes } from '../../../kernel/registry.js';
import { resolvedWithin } from '../../../kernel/timers.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { isBefore, JournalLog, type LogStep, MovingPlace, Teller, type ToldJournal } from '../../../ledger/index.js';
import { Database } from '../../../platform/database/database.js';
import { DirectMails } from '../../../platform/mail/direct-mails.js';
import type { NewMail } from '../../../platform/mail/mail-table.js';
import { MailTransportDown } from '../../../platform/mail/mail-transport.js';
import { ContinuousWork } from '../../../platform/queue/continuous-work.js';
import { OldestWaiting } from '../../../platform/queue/job-queue.js';
import { Log } from '../../../platform/telemetry/log.js';
import { MAILS, mailOf } from '../notifications.js';

/** About two mails each, which a crash repeats. */
const CHUNK = 100;
/** A mail that takes longer gets a row, so that it holds up no other. */
const PATIENCE_MS = 2_000;
/** So many in a row may be given up and become rows; then the server is away, and the cursor waits. */
export const PASSED_MISSES = 3;

interface Step extends LogStep {
  readonly journal: ToldJournal;
  readonly mails: readonly NewMail[];
  /** It cannot be rendered. */
  readonly isPostponed: boolean;
}

/** A chunk of the log. It is kept until all of it has been sent. */
interface Run {
  readonly place: MovingPlace<Step>;
  /** Not begun, or given back by a server that is away. */
  readonly left: { readonly step: Step; readonly mail: NewMail }[];
  fault?: Error | undefined;
}

/** Mails what journals tell users, behind the feed and in one process at a time. What succeeds has no row. */
@Injectable()
@Contributes(Teller)
export class JournalMailSender extends Teller {
  private readonly notify: () => void;
  /** They have rows already. */
  private readonly slow = new Set<Promise<void>>();
  private run: Run | undefined;
  /** Since the server answered. */
  private misses = 0;

  constructor(
    private readonly work: ContinuousWork,
    private readonly journals: JournalLog,
    private readonly mails: DirectMails,
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    private readonly log: Log,
  ) {
    super();
    this.notify = work.add(
      'mails.journals',
      (signal) => this.round(signal),
      async () => void (await Promise.all(this.slow)),
    );
  }

  prepare(): Promise<() => Promise<void>> {
    return Promise.resolve(() => Promise.resolve(this.database.afterCommit(this.notify)));
  }

  @OldestWaiting('mail of a journal', 3_600_000)
  async oldestWaiting(): Promise<number | undefined> {
    const { place, until } = await this.journals.placeOf(MAILS);
    const [journal] = isBefore(place, until) ? await this.journals.read(place, until, 1) : [];
    return journal?.postedAt;
  }

  private async round(signal: AbortSignal): Promise<boolean> {
    const run = (this.run = await this.currentRun());
    if (!run) return false;
    // Without an answer so far one is tried, and then the next.
    const slots = this.misses > 0 ? 1 : this.mails.connections - this.slow.size;
    try {
      await run.place.during(() => Promise.all(Array.from({ length: slots }, () => this.sendInTurn(run, signal))));
    } catch (error) {
      this.run = undefined;
      throw error;
    }
    const { fault } = run;
    run.fault = undefined;
    if (fault) throw fault;
    if (run.place.hasPassedAll) this.run = undefined;
    return run.place.hasPassedAll;
  }

  /** Goes on, unless another process has moved the cursor meanwhile. */
  private async currentRun(): Promise<Run | undefined> {
    const { place, until } = await this.journals.placeOf(MAILS);
    if (this.run?.place.isAt(place)) return this.run;
    const journals = isBefore(place, until) ? await this.journals.read(place, until, CHUNK) : [];
    if (journals.length === 0) return undefined;
    const steps = await this.stepsOf(journals);
    const left = steps.flatMap((step) => step.mails.map((mail) => ({ step, mail })));
    const pass = (from: LogStep['journal'], passed: readonly Step[]) => this.pass(from, passed);
    return { place: new MovingPlace(place, steps, ({ mails }) => mails.length, pass), left };
  }

  private async stepsOf(journals: readonly ToldJournal[]): Promise<Step[]> {
    try {
      const mails = await this.mails.compose(journals.flatMap(requestsOf));
      const byKey = new Map(mails.map((mail) => [mail.key, mail]));
      return journals.map((journal) => {
        const own = requestsOf(journal).flatMap(({ key }) => byKey.get(key) ?? []);
        return { journal, mails: [...new Set(own)], isPostponed: false };
      });
    } catch (error) {
      if (journals.length > 1) {
        const middle = journals.length >> 1;
        return [...(await this.stepsOf(journals.slice(0, middle))), ...(await this.stepsOf(journals.slice(middle)))];
      }
      this.log.problem('the mails of a journal cannot be composed and are left to a job', error, { journalId: journals[0]?.id });
      return journals.map((journal) => ({ journal, mails: [], isPostponed: true }));
    }
  }

  private async sendInTurn(run: Run, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !run.fault && !run.place.hasStopped) {
      const next = run.left.shift();
      if (!next) return;
      try {
        const isOver = await this.send(run, next.mail);
        run.place.ended(next.step);
        // It still has the connection.
        if (!isOver) return;
      } catch (error) {
        run.fault ??= error instanceof Error ? error : new Error('a mail could not be sent', { cause: error });
        // Behind the others, so that a mail that ends connections does not hold up the rest.
        run.left.push(next);
      }
    }
  }

  /** @returns false when it takes long. @throws MailTransportDown where it is to be tried again, because the server is away */
  private async send(run: Run, mail: NewMail): Promise<boolean> {
    const sending = endOf(this.mails.send(mail));
    const end = await resolvedWithin(PATIENCE_MS, sending);
    if (!end) {
      await this.leave(mail, sending);
      return false;
    }
    const { error } = end;
    if (error instanceof MailTransportDown) {
      if (run.fault || ++this.misses > PASSED_MISSES) throw error;
      run.fault = error;
    } else this.misses = 0;
    if (error !== undefined) {
      await this.mails.keep(mail);
      await this.mails.ended(mail, error);
    }
    return true;
  }

  private async leave(mail: NewMail, sending: Promise<End>): Promise<void> {
    await this.mails.keep(mail);
    const left = this.work
      .during(() => sending)
      .then(({ error }) => this.mails.ended(mail, error))
      .catch((error: unknown) => this.log.problem('cannot write what became of a mail', error, { mail: mail.id }))
      .finally(() => {
        this.slow.delete(left);
        this.notify();
      });
    this.slow.add(left);
  }

  private pass(from: LogStep['journal'], steps: readonly Step[]): Promise<boolean> {
    const to = steps.at(-1)!.journal;
    const postponed = steps.flatMap(({ journal, isPostponed }) =>
      isPostponed ? this.journals.postpone(journal) : (journal.postponed ?? []),
    );
    return this.unitOfWork.run(async () => {
      if (!(await this.journals.move(MAILS, from, to))) return false;
      await this.outbox.add(...postponed);
      return true;
    });
  }
}

interface End {
  readonly error?: unknown;
}

function endOf(sending: Promise<void>): Promise<End> {
  return sending.then(
    () => ({}),
    (error: unknown) => ({ error }),
  );
}

/** Who closed the account has no address. */
function requestsOf({ messages, postedAt }: ToldJournal) {
  return messages
    .filter(({ user }) => user.status !== 'closed')
    .map((message) => ({ ...mailOf(message), id: idFor(message.user.id, message.causeId), createdAt: postedAt }));
}

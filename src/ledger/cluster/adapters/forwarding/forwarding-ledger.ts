import { Failure } from '../../../../kernel/failure.js';
import { newId } from '../../../../kernel/ids.js';
import { every, soon, steadyMs, type Timer } from '../../../../kernel/timers.js';
import type { GroupCommitLedger } from '../../../application/group-commit-ledger.js';
import { Ledger } from '../../../application/ports.js';
import type { CommitResult, LedgerCommand } from '../../../domain/ledger-command.js';
import { ledgerFailures } from '../../../domain/ledger.failures.js';
import { type ForwardedCommand, type Outcome, resultOf } from './messages.js';
import type { ProcessChannel } from './process-channel.js';

const LARGEST_MESSAGE = 256;
const MOST_FORWARDED = 8_192;
const LOOK_EVERY_MS = 250;
/** How long the writer may not name a command before it is taken back. */
const LONGEST_SILENCE_MS = 1_000;
/** How long nothing is forwarded to a writer that was silent. */
const PAUSE_MS = 3_000;

interface Entry extends ForwardedCommand {
  readonly resolve: (result: CommitResult | Promise<CommitResult>) => void;
  readonly reject: (error: unknown) => void;
  to: string;
  /** When that process last had it, ms of `steadyMs`. */
  confirmedAt: number;
}

/**
 * Hands commands to the process that holds the writer's lease, so that one process writes ahead and none waits for another's
 * batch. A command whose outcome stays away is committed here: its idempotency key has it executed once, and its attempt id tells
 * that it is the same attempt.
 */
export class ForwardingLedger extends Ledger {
  private unsent: Entry[] = [];
  private readonly sent = new Map<number, Entry>();
  private lastNo = 0;
  private isSending = false;
  private timer: Timer | undefined;
  private pausedUntil = 0;

  constructor(
    private readonly own: GroupCommitLedger,
    private readonly channel: Pick<ProcessChannel, 'isConnected' | 'send'>,
    /** Another process that writes for this one. */
    private readonly writer: () => string | undefined,
    private readonly observe: (outcome: 'answered' | 'taken_back') => void,
    /** Runs work outside of the caller's async context. */
    private readonly detached: (work: () => void) => void = (work) => work(),
  ) {
    super();
  }

  commit(command: LedgerCommand): Promise<CommitResult> {
    if (!this.canForward()) return this.own.commit(command);
    this.own.check(command);
    if (this.unsent.length + this.sent.size >= MOST_FORWARDED)
      return Promise.reject(new Failure(ledgerFailures.overloaded, { retryAfterSeconds: 1 }));
    return new Promise((resolve, reject) => {
      this.unsent.push({ no: ++this.lastNo, attemptId: newId(), command, resolve, reject, to: '', confirmedAt: 0 });
      if (this.isSending) return;
      this.isSending = true;
      // Everything of this turn of the event loop goes in one message.
      this.detached(() => soon(() => this.sendAll()));
    });
  }

  get depth(): number {
    return this.unsent.length + this.sent.size;
  }

  answered(outcomes: readonly (readonly [number, Outcome])[], waiting: readonly number[]): void {
    const now = steadyMs();
    for (const [no, outcome] of outcomes) {
      const entry = this.sent.get(no);
      // Otherwise it was taken back.
      if (!entry) continue;
      if ('returned' in outcome) this.takeBack(entry);
      else this.answer(entry, outcome);
    }
    for (const no of waiting) {
      const entry = this.sent.get(no);
      if (entry) entry.confirmedAt = now;
    }
  }

  /** Commits here what the writer has not answered. */
  close(): void {
    this.timer?.stop();
    this.pausedUntil = Infinity;
    for (const entry of this.sent.values()) this.takeBackUndecided(entry);
    for (const entry of this.unsent.splice(0)) this.takeBack(entry);
  }

  private canForward(): boolean {
    return this.channel.isConnected && steadyMs() > this.pausedUntil && this.writer() !== undefined;
  }

  private sendAll(): void {
    this.isSending = false;
    const entries = this.unsent;
    this.unsent = [];
    const to = this.canForward() ? this.writer() : undefined;
    if (to === undefined) return entries.forEach((entry) => this.takeBack(entry));
    this.timer ??= every(LOOK_EVERY_MS, () => this.takeBackLost());
    for (let from = 0; from < entries.length; from += LARGEST_MESSAGE) this.send(to, entries.slice(from, from + LARGEST_MESSAGE));
  }

  private send(to: string, entries: readonly Entry[]): void {
    const now = steadyMs();
    for (const entry of entries) {
      entry.to = to;
      entry.confirmedAt = now;
      this.sent.set(entry.no, entry);
    }
    const commands = entries.map(({ no, attemptId, command }) => ({ no, attemptId, command }));
    void this.channel.send(to, { commands }).then(
      (isHeard) => (isHeard ? undefined : this.giveUp(entries)),
      () => this.giveUp(entries),
    );
  }

  private answer(entry: Entry, outcome: Exclude<Outcome, { readonly returned: true }>): void {
    this.sent.delete(entry.no);
    this.observe('answered');
    try {
      entry.resolve(resultOf(outcome));
    } catch (failure) {
      entry.reject(failure);
    }
  }

  private takeBackLost(): void {
    const entries = [...this.sent.values()];
    const silentSince = steadyMs() - LONGEST_SILENCE_MS;
    const silent = entries.filter(({ confirmedAt }) => confirmedAt < silentSince);
    if (silent.length > 0) this.giveUp(silent);
    for (const entry of entries) if (this.sent.has(entry.no) && entry.to !== this.writer()) this.takeBackUndecided(entry);
  }

  private giveUp(entries: readonly Entry[]): void {
    this.pausedUntil = steadyMs() + PAUSE_MS;
    for (const entry of entries) if (this.sent.has(entry.no)) this.takeBackUndecided(entry);
  }

  /** The writer may still commit it, so only a stored refusal tells that nothing was done. */
  private takeBackUndecided(entry: Entry): void {
    this.takeBack(entry, (cause) => {
      if (cause instanceof Failure && cause.remembered) throw cause;
      throw new Failure(ledgerFailures.outcome_unknown, { retryAfterSeconds: 5, cause });
    });
  }

  private takeBack(entry: Entry, onFailure?: (error: unknown) => never): void {
    this.sent.delete(entry.no);
    this.observe('taken_back');
    const committed = this.own.commit(entry.command, entry.attemptId);
    entry.resolve(onFailure ? committed.catch(onFailure) : committed);
  }
}

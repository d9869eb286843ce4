import { every, soon, type Timer } from '../../../../kernel/timers.js';
import type { GroupCommitLedger } from '../../../application/group-commit-ledger.js';
import { type ForwardedCommand, type Outcome, outcomeOf, outcomeOfError } from './messages.js';
import type { ProcessChannel } from './process-channel.js';

/** Well within the silence after which a sender takes its commands back. */
const CONFIRM_EVERY_MS = 250;

interface Sender {
  readonly waiting: Set<number>;
  outcomes: [number, Outcome][];
}

/** The writer's side: commits the commands of other processes among its own, and sends them the outcomes. */
export class ForwardedCommands {
  private readonly senders = new Map<string, Sender>();
  private timer: Timer | undefined;
  private isSending = false;

  constructor(
    private readonly ledger: GroupCommitLedger,
    private readonly channel: Pick<ProcessChannel, 'send'>,
    private readonly isWriter: () => boolean,
  ) {}

  receive(from: string, commands: readonly ForwardedCommand[]): void {
    const sender = this.senders.get(from) ?? { waiting: new Set(), outcomes: [] };
    this.senders.set(from, sender);
    this.timer ??= every(CONFIRM_EVERY_MS, () => this.confirm());
    for (const forwarded of commands) void this.answer(sender, forwarded);
  }

  close(): void {
    this.timer?.stop();
    for (const from of this.senders.keys()) this.send(from);
  }

  private async answer(sender: Sender, { no, attemptId, command }: ForwardedCommand): Promise<void> {
    sender.waiting.add(no);
    const outcome = await this.commit(command, attemptId);
    sender.waiting.delete(no);
    sender.outcomes.push([no, outcome]);
    this.sendSoon();
  }

  private async commit(command: ForwardedCommand['command'], attemptId: string): Promise<Outcome> {
    if (!this.isWriter()) return { returned: true };
    try {
      return outcomeOf(await this.ledger.commit(command, attemptId));
    } catch (error) {
      return outcomeOfError(error);
    }
  }

  /** The outcomes of a batch come in one turn of the event loop, and go in one message. */
  private sendSoon(): void {
    if (this.isSending) return;
    this.isSending = true;
    soon(() => {
      this.isSending = false;
      for (const [from, { outcomes }] of this.senders) if (outcomes.length > 0) this.send(from);
    });
  }

  private confirm(): void {
    for (const [from, { waiting, outcomes }] of this.senders) {
      if (waiting.size > 0 || outcomes.length > 0) this.send(from);
      else this.senders.delete(from);
    }
  }

  private send(from: string): void {
    const sender = this.senders.get(from)!;
    const { outcomes, waiting } = sender;
    sender.outcomes = [];
    // What does not arrive is committed by the sender, which finds it done.
    // Commands of batches that do not progress are not confirmed, so that their own processes take them back.
    this.channel.send(from, { outcomes, waiting: this.ledger.isStalled ? [] : [...waiting] }).catch(() => undefined);
  }
}

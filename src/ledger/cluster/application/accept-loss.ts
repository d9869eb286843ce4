import type { Clock } from '../../../kernel/clock.js';
import type { AcknowledgedCommand, AcknowledgedHead, ChainHead, LedgerLosses, RecentCommands } from './ports.js';
import type { FindLostHead } from './find-lost-head.js';

export interface LossReport {
  readonly head: ChainHead;
  /** The acknowledged head that is missing; undefined where nothing is lost. */
  readonly lost: AcknowledgedHead | undefined;
  /** Acknowledged commands that are missing, as far as they are logged outside of the database. */
  readonly commands: readonly AcknowledgedCommand[];
  readonly accepted: boolean;
}

/** Reports what a stale copy of the database lacks, and accepts the loss where that is confirmed. */
export class AcceptLoss {
  constructor(
    private readonly findLostHead: FindLostHead,
    private readonly losses: LedgerLosses,
    private readonly recent: RecentCommands,
    private readonly clock: Clock,
  ) {}

  async execute(isConfirmed: boolean): Promise<LossReport> {
    const [head, lost] = await Promise.all([this.losses.head(), this.findLostHead.execute()]);
    if (!lost) return { head, lost, commands: [], accepted: false };
    const commands = await this.losses.missing(await this.recent.all());
    if (isConfirmed) await this.losses.accept(head, lost, Math.max(this.clock.now(), lost.writtenAt));
    return { head, lost, commands, accepted: isConfirmed };
  }
}

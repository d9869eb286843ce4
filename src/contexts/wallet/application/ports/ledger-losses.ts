import type { AcknowledgedHead } from './acknowledged-heads.js';

export interface ChainHead {
  readonly batchNo: number;
  readonly hash: string;
}

/** A command whose commit was acknowledged. */
export interface AcknowledgedCommand {
  readonly scope: string;
  readonly action: string;
  readonly key: string;
  /** Unix ms. */
  readonly at: number;
}

/** Which acknowledged batches and commands the database holds, and the losses that operators accepted. */
export abstract class LedgerLosses {
  abstract head(): Promise<ChainHead>;
  /** Undefined where the chain has no such batch. */
  abstract hashOf(batchNo: number): Promise<string | undefined>;
  /** Those that are not in the database. */
  abstract missing(commands: readonly AcknowledgedCommand[]): Promise<AcknowledgedCommand[]>;
  /** Whether an operator went on without this head. */
  abstract isAccepted(lost: AcknowledgedHead): Promise<boolean>;
  /** From now on the chain goes on from `head` without what was acknowledged before `acceptedAt` and is not in it. */
  abstract accept(head: ChainHead, lost: AcknowledgedHead, acceptedAt: number): Promise<void>;
}

/** Where commands are remembered outside of the database, the newest ones only. */
export abstract class RecentCommands {
  abstract all(): Promise<AcknowledgedCommand[]>;
}

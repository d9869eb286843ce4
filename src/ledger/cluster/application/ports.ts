export interface AcknowledgedHead {
  readonly batchNo: number;
  readonly hash: string;
  /** By the database's clock. */
  readonly writtenAt: number;
}

/** Storage outside of the database for the last acknowledged head; up to a second behind. */
export abstract class AcknowledgedHeads {
  abstract readonly place: string;
  /** Undefined where there is none, or it cannot be read. */
  abstract read(): Promise<AcknowledgedHead | undefined>;
  abstract write(head: AcknowledgedHead): Promise<void>;
}

export interface ChainHead {
  readonly batchNo: number;
  readonly hash: string;
}

export interface AcknowledgedCommand {
  readonly scope: string;
  readonly action: string;
  readonly key: string;
  /** What its record is stored under. */
  readonly recordKey: string;
  readonly at: number;
}

/** Looks up acknowledged batches and commands in the database, and stores accepted losses. */
export abstract class LedgerLosses {
  abstract head(): Promise<ChainHead>;
  /** Undefined where the chain has no such batch. */
  abstract hashOf(batchNo: number): Promise<string | undefined>;
  abstract missing(commands: readonly AcknowledgedCommand[]): Promise<AcknowledgedCommand[]>;
  /** Whether an operator accepted the loss of this head. */
  abstract isAccepted(lost: AcknowledgedHead): Promise<boolean>;
  /** Lets commits continue from `head`, without the commands acknowledged before `acceptedAt` that are missing. */
  abstract accept(head: ChainHead, lost: AcknowledgedHead, acceptedAt: number): Promise<void>;
}

/** The newest commands, logged outside of the database. */
export abstract class RecentCommands {
  abstract all(): Promise<AcknowledgedCommand[]>;
}

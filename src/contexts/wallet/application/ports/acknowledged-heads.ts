/** The head of the chain after the last batch that was acknowledged to callers. */
export interface AcknowledgedHead {
  readonly batchNo: number;
  readonly hash: string;
  /** Unix ms, of the database's clock. */
  readonly writtenAt: number;
}

/** A place outside of the database where the last acknowledged head is remembered. It may be a second behind. */
export abstract class AcknowledgedHeads {
  /** For the operator. */
  abstract readonly place: string;
  /** Undefined where nothing is remembered, or cannot be read. */
  abstract read(): Promise<AcknowledgedHead | undefined>;
  abstract write(head: AcknowledgedHead): Promise<void>;
}

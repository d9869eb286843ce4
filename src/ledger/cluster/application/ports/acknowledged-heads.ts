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

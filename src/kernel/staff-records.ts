/** In the order in which staff see them. */
export const RECORD_KINDS = [
  'user',
  'purchase',
  'deposit',
  'suspense',
  'transfer',
  'ticket',
  'contact',
  'system_log',
  'proposal',
  'webhook',
  'job',
  'fault',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

export interface RecordSummary {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  /** As in the answers about records of its kind. */
  readonly status: string;
  /** Whose it is; empty where nobody's. */
  readonly userId: string;
  readonly createdAt: number;
}

/** The records of one kind, contributed by the context that keeps them. Index look-ups only, because staff ask while they type and whenever a page opens. */
export abstract class StaffRecords {
  abstract readonly kind: RecordKind;
  /** Needed to fetch records of this kind. */
  abstract readonly permission: string;
  /** Records with this id, number or address, or with a name that begins so. */
  abstract find(text: string, limit: number): Promise<RecordSummary[]>;
}

export abstract class OpenRecords extends StaffRecords {
  /** Counted up to the limit. */
  abstract countOpen(limit: number): Promise<number>;
  /** The longest open first. */
  abstract listOpen(limit: number): Promise<RecordSummary[]>;
}

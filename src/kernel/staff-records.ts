/** In the order in which staff see them. */
export const RECORD_KINDS = [
  'user',
  'purchase',
  'payout',
  'deposit',
  'suspense',
  'transfer',
  'ticket',
  'contact',
  'system_log',
  'proposal',
  'identity',
  'webhook',
  'job',
  'fault',
  'staff',
  'biller',
  'item',
  'endpoint',
  'reconciliation',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

export interface RecordReference {
  readonly kind: RecordKind;
  readonly id: string;
}

export interface RecordSummary {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  /** The status in the answers about records of its kind. */
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
  /** Those of these ids that there are, at most 100, in one query. */
  abstract named(ids: readonly string[]): Promise<RecordSummary[]>;

  /** The name that members of staff without the permission see beside an id that they already have; empty for none. */
  nameForAll(_: RecordSummary): string {
    return '';
  }

  /** Whether this member of staff made it, and so may read it without the permission. */
  isOwn(_id: string, _accountId: string): Promise<boolean> {
    return Promise.resolve(false);
  }
}

export abstract class OpenRecords extends StaffRecords {
  /** Counted up to the limit. */
  abstract countOpen(limit: number): Promise<number>;
  /** The longest open first. @param after recorded later than that */
  abstract listOpen(limit: number, after?: number): Promise<RecordSummary[]>;
  /** Those of these ids that are open. */
  abstract openAmong(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

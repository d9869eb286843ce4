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

/** A record with further text that staff may look for it by: a payer, a note, the name behind an account. */
export interface SearchableRecord extends RecordSummary {
  readonly words: string;
}

/** The records of one kind, contributed by the context that keeps them. Index look-ups only, because staff ask while they type and whenever a page opens. */
export abstract class StaffRecords {
  abstract readonly kind: RecordKind;
  /** Needed to fetch records of this kind. */
  abstract readonly permission: string;
  /** Records with this id, number or address, or with a name that begins so. */
  abstract find(text: string, limit: number): Promise<RecordSummary[]>;
  /** The newest that were recorded at or after a moment, newest first. None where `find` looks through all of them. */
  recent(_since: number, _limit: number): Promise<SearchableRecord[]> {
    return Promise.resolve([]);
  }

  /** Records whose names are spelled almost so; asked where nothing else is found. */
  similar(_text: string, _limit: number): Promise<RecordSummary[]> {
    return Promise.resolve([]);
  }

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

/** Source of an entry: the ledger, a provider, a user, staff, a mail, a webhook or a system log. */
export type TimelinePart = 'ledger' | 'provider' | 'user' | 'staff' | 'mail' | 'webhook' | 'log';

/** An event, in words of staff. */
export interface TimelineEntry {
  readonly at: number;
  readonly part: TimelinePart;
  /** A sentence without a full stop. */
  readonly what: string;
  /** The provider's words, the reason of staff, or a note; empty without any. */
  readonly detail: string;
  /** The account of who did it; empty where the service did. */
  readonly userId: string;
  /** Another record that it is about. */
  readonly about?: { readonly kind: RecordKind | 'journal'; readonly id: string };
  /** The same in entries of several contexts about one act. A reader sees it once, by an entry that leads to a record if there is one. */
  readonly act?: string;
  /** Permission beside that for the record; the entry is left out without it. */
  readonly permission?: string;
}

/** The act of making a proposal or deciding it. */
export function actOfProposal(proposalId: string, what: 'made' | 'decided', by: string): string {
  return `proposal:${proposalId} ${what} ${by}`;
}

/** One context's knowledge of the events of records. */
export abstract class TimelineSource {
  abstract readonly name: string;
  abstract readonly kinds: readonly RecordKind[];
  /** At most 200, in no order. */
  abstract entriesOf(record: RecordReference): Promise<TimelineEntry[]>;
}

/** A list of the data of a user, in plain words: no ids of others, no secrets and no hashes. */
export interface DataPart {
  /** Name such as `transfers`. */
  readonly name: string;
  rows(userId: string): AsyncIterable<object>;
}

/** Contributed by each context that keeps personal data. */
export abstract class PersonalDataSource {
  abstract readonly parts: readonly DataPart[];
}

export interface DataSubject {
  readonly userId: string;
  readonly email: string;
  readonly deviceSerials: readonly string[];
}

/** Contributed by each context that keeps personal data. */
export abstract class Eraser {
  abstract readonly tables: readonly string[];
  /** Erases everything that the law does not make us keep, by bounded pages. Repeated after a crash. */
  abstract erase(subject: DataSubject): Promise<void>;
}

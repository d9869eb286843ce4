import type { RecordKind, RecordReference } from './staff-records.js';

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

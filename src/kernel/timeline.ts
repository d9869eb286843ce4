import type { RecordKind, RecordReference } from './staff-records.js';

/** Where it is from: the ledger, a provider, a user, staff, a mail, a webhook or a system log. */
export type TimelinePart = 'ledger' | 'provider' | 'user' | 'staff' | 'mail' | 'webhook' | 'log';

/** One thing that happened, in words of staff. */
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
  /** The same in entries of several contexts that tell of one act: a reader is told it once, by one that leads to a record where there is one. */
  readonly act?: string;
  /** Needed besides the permission for the record; the entry is left out without it. */
  readonly permission?: string;
}

/** That somebody made a proposal or decided it. */
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

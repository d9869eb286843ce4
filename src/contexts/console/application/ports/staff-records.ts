import { RECORD_KINDS, type RecordKind, type RecordSummary } from '../../domain/record-summary.js';

/** The records of one kind, for staff. Index look-ups only, because staff ask while they type and whenever a page opens. */
export abstract class StaffRecords {
  abstract readonly kind: RecordKind;
  /** Of the operation that fetches records of this kind. */
  abstract readonly permission: string;
  /** Those with this id, number or address, or with a name that begins so. */
  abstract find(text: string, limit: number): Promise<RecordSummary[]>;
}

/** Records of which some wait for staff. */
export abstract class OpenRecords extends StaffRecords {
  /** Counted up to the limit. */
  abstract countOpen(limit: number): Promise<number>;
  /** The longest open first. */
  abstract listOpen(limit: number): Promise<RecordSummary[]>;
}

/** Registered by the contexts whose records they are. */
export class StaffRecordSources {
  private readonly sources: StaffRecords[] = [];

  register(source: StaffRecords): void {
    this.sources.push(source);
  }

  visibleTo(grants: ReadonlySet<string> | undefined): StaffRecords[] {
    const order = (source: StaffRecords) => RECORD_KINDS.indexOf(source.kind);
    return this.sources.filter(({ permission }) => grants?.has(permission)).toSorted((one, other) => order(one) - order(other));
  }
}

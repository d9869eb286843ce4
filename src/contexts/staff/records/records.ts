import { failures, Failure } from '../../../kernel/failure.js';
import {
  type RecordKind,
  type RecordSummary,
  RECORD_KINDS,
  StaffRecords,
  type RecordReference,
  TimelineSource,
  type TimelineEntry,
} from '../../../kernel/records.js';
import { Injectable } from '@nestjs/common';
import { Contributions, Registry } from '../../../kernel/registry.js';
import { RecordSearch } from './record-search.js';

export const recordsFailures = failures('records', {
  no_record: ['not_found', "We couldn't find any record matching your query"],
  case_owned: ['conflict', 'Somebody else has this case: they, or you, can hand it over'],
  no_colleague: ['refused', 'There is no such active member of staff'],
  colleague_may_not_see: ['refused', 'This colleague may not see the record'],
  job_running: ['conflict', 'This job is running now, or this version has nothing to run it with'],
});

export interface FoundRecord extends RecordSummary {
  readonly kind: RecordKind;
}

/** The first of each list, then the second of each and so on, up to the limit; each list stays together. */
export function fairShare<Item>(lists: readonly (readonly Item[])[], limit: number): Item[] {
  const places = lists.flatMap((list, order) => list.map((item, place) => ({ item, order, place })));
  return places
    .toSorted((one, other) => one.place - other.place || one.order - other.order)
    .slice(0, limit)
    .toSorted((one, other) => one.order - other.order || one.place - other.place)
    .map(({ item }) => item);
}

@Injectable()
export class StaffRecordSources extends Registry<StaffRecords> {
  constructor(contributions: Contributions) {
    super(contributions, StaffRecords, { namesOf: ({ kind }) => [kind], names: RECORD_KINDS });
  }

  get all(): readonly StaffRecords[] {
    return this.entries;
  }

  ofKind(kind: RecordKind): StaffRecords {
    const source = this.entries.find((each) => each.kind === kind);
    if (!source) throw new Error(`no records of kind ${kind}`);
    return source;
  }

  visibleTo(grants: ReadonlySet<string> | undefined): StaffRecords[] {
    return this.entries.filter(({ permission }) => grants?.has(permission));
  }
}

@Injectable()
export class TimelineSources extends Registry<TimelineSource> {
  constructor(contributions: Contributions) {
    super(contributions, TimelineSource, { namesOf: ({ name }) => [name] });
  }

  get all(): readonly TimelineSource[] {
    return this.entries;
  }
}

export interface ReadableRecord {
  readonly source: StaffRecords;
  readonly summary: RecordSummary;
}

export interface Reader {
  readonly userId: string;
  readonly grants: ReadonlySet<string> | undefined;
}

/** Ids and references are stored in capitals, and typed in small letters. */
const REFERENCE_FORM = /^(?=.*[a-z])(?=.*\d)[A-Za-z\d-]{8,}$/;
const RECORDS = 20;
const RECORDS_OF_KIND = 10;

export interface NamedRecord extends RecordReference {
  readonly name: string;
  /** Empty for those who may not fetch the record. */
  readonly status: string;
}

const ENTRIES = 300;

/** Records of all kinds, for those of staff who may fetch them. */
@Injectable()
export class Records {
  constructor(
    private readonly sources: StaffRecordSources,
    private readonly timelines: TimelineSources,
    private readonly recordSearch: RecordSearch,
  ) {}

  /** @throws Failure `records.no_record`, also for one of a kind that the caller may not fetch */
  async get({ kind, id }: RecordReference, reader: Reader): Promise<ReadableRecord> {
    const source = this.sources.ofKind(kind);
    const [summary] = await source.named(await this.among(source, [id], reader));
    if (!summary) throw new Failure(recordsFailures.no_record);
    return { source, summary };
  }

  async mayRead({ kind, id }: RecordReference, reader: Reader): Promise<boolean> {
    return (await this.among(this.sources.ofKind(kind), [id], reader)).length > 0;
  }

  /** The records of these ids that the reader may see: all with the permission, else the reader's own. */
  async among(source: StaffRecords, ids: readonly string[], { userId, grants }: Reader): Promise<readonly string[]> {
    if (grants?.has(source.permission)) return ids;
    const own = await Promise.all(ids.map((id) => source.isOwn(id, userId)));
    return ids.filter((_, place) => own[place]);
  }

  /**
   * Finds records of every kind that a member of staff may see: by their id or number, else by parts of what the newest of them
   * say, else by names that are spelled almost so.
   * @throws Failure `records.no_record`
   */
  async search(text: string, grants: ReadonlySet<string> | undefined): Promise<FoundRecord[]> {
    const sources = this.sources.visibleTo(grants);
    const wanted = this.recordSearch.wanted(text);
    const found = await Promise.all(
      sources.map(async (source) => {
        const [exact, upper, parts] = await Promise.all([
          source.find(text, RECORDS_OF_KIND),
          REFERENCE_FORM.test(text) ? source.find(text.toUpperCase(), RECORDS_OF_KIND) : [],
          this.recordSearch.find(source, wanted, RECORDS_OF_KIND),
        ]);
        return ofKind(source, [...exact, ...upper, ...parts]);
      }),
    );
    const records = fairShare(found, RECORDS);
    if (records.length > 0) return records;
    const similar = await Promise.all(sources.map(async (source) => ofKind(source, await source.similar(text, RECORDS_OF_KIND))));
    const near = fairShare(similar, RECORDS);
    if (near.length === 0) throw new Failure(recordsFailures.no_record);
    return near;
  }

  /** Names of the records of ids, as far as a member of staff may know them; one query for each kind. */
  async names(references: readonly RecordReference[], grants: ReadonlySet<string> | undefined): Promise<NamedRecord[]> {
    const kinds = [...new Set(references.map(({ kind }) => kind))];
    const named = await Promise.all(
      kinds.map(async (kind) => {
        const source = this.sources.ofKind(kind);
        const ids = references.filter((reference) => reference.kind === kind).map(({ id }) => id);
        const summaries = await source.named([...new Set(ids)]);
        const mayFetch = grants?.has(source.permission) ?? false;
        return summaries.map((summary) => ({
          kind,
          id: summary.id,
          name: mayFetch ? summary.title : source.nameForAll(summary),
          status: mayFetch ? summary.status : '',
        }));
      }),
    );
    return named.flat().filter(({ name }) => name !== '');
  }

  /**
   * Everything that happened to a record, from all contexts that know something. The latest 300, oldest first, without entries
   * that the caller may not see. @throws Failure `records.no_record`
   */
  async timeline(record: RecordReference, reader: Reader): Promise<TimelineEntry[]> {
    await this.get(record, reader);
    const sources = this.timelines.all.filter(({ kinds }) => kinds.includes(record.kind));
    const entries = await Promise.all(sources.map((source) => source.entriesOf(record)));
    const shown = entries.flat().filter(({ permission }) => permission === undefined || reader.grants?.has(permission));
    return onceEach(shown)
      .toSorted((one, other) => one.at - other.at)
      .slice(-ENTRIES);
  }
}

function ofKind({ kind }: StaffRecords, records: readonly RecordSummary[]): FoundRecord[] {
  const byId = new Map(records.map((record) => [record.id, { ...record, kind }]));
  return [...byId.values()].slice(0, RECORDS_OF_KIND);
}

/** Leaves out entries that repeat another entry of the same act. Keeps the earliest of their times, since a row keeps the latest. */
function onceEach(entries: readonly TimelineEntry[]): TimelineEntry[] {
  return entries.flatMap((entry) => {
    if (entry.act === undefined) return [entry];
    const same = entries.filter(({ act }) => act === entry.act);
    const told = same.find(({ about }) => about !== undefined) ?? same[0];
    return entry === told ? [{ ...entry, at: Math.min(...same.map(({ at }) => at)) }] : [];
  });
}

import { LARGEST_GROUP, type Page, type Timestamped } from '../../../kernel/pagination.js';
import { Injectable } from '@nestjs/common';
import {
  OpenRecords,
  type RecordKind,
  type RecordSummary,
  type RecordReference,
  type StaffRecords,
} from '../../../kernel/records.js';
import { type FoundRecord, StaffRecordSources, recordsFailures, Records, type Reader } from './records.js';
import { caseMarker, CaseStore, type CaseNote, type StaffCase } from './cases.js';
import { Failure } from '../../../kernel/failure.js';
import { effectiveGrants, StaffProfiles } from '../members/index.js';

/**
 * One page of a list, the oldest first, after that time; `next` is the last time of the page. Items of one millisecond are never split.
 * @param read at most `limit` items recorded after `after`, oldest first
 */
async function readOldestPage<T extends Timestamped>(
  after: number | undefined,
  size: number,
  read: (after: number | undefined, limit: number) => Promise<T[]>,
): Promise<Page<T>> {
  const items = await read(after, size + 1);
  if (items.length <= size) return { items, next: undefined };
  const cut = items[size]!.createdAt;
  const whole = items.filter(({ createdAt }) => createdAt < cut);
  if (whole.length > 0) return { items: whole, next: whole.at(-1)!.createdAt };
  const more = await read(after, LARGEST_GROUP + 1);
  const group = more.slice(0, LARGEST_GROUP).filter(({ createdAt }) => createdAt <= cut);
  return { items: group, next: group.length < more.length ? cut : undefined };
}

/** Bounds the cost of a count. */
const COUNT_LIMIT = 1_000;
const SHOWN = 5;

export interface QueuedRecord extends FoundRecord {
  /** The account of who has it; empty where nobody has. */
  readonly ownerId: string;
  readonly dueAt: number | undefined;
}

export interface OpenWork {
  readonly kind: RecordKind;
  readonly count: number;
  /** There are more than were counted. */
  readonly hasMore: boolean;
  /** The earliest due first, then the longest open. */
  readonly oldest: readonly QueuedRecord[];
}

export interface ShownCase extends RecordSummary {
  readonly kind: RecordKind;
  readonly isOpen: boolean;
  readonly ownerId: string;
  readonly dueAt: number | undefined;
}

/** A member of staff who may have the case. */
export interface Colleague {
  readonly userId: string;
  readonly name: string;
}

export interface CaseWithNotes extends ShownCase {
  readonly notes: readonly CaseNote[];
  /** Active members of staff who may fetch the record, by name. */
  readonly colleagues: readonly Colleague[];
}

type Grants = ReadonlySet<string> | undefined;
const PAGE_SIZE = 25;

/** Records that wait for staff, with their owners and due times; each kind for members who may fetch it. */
@Injectable()
export class WorkQueue {
  constructor(
    private readonly sources: StaffRecordSources,
    private readonly store: CaseStore,
    private readonly records: Records,
    private readonly profiles: StaffProfiles,
  ) {}

  /** Waiting work of every kind that a member of staff may see. */
  overview(grants: ReadonlySet<string> | undefined): Promise<OpenWork[]> {
    const sources = this.sources.visibleTo(grants).filter((source) => source instanceof OpenRecords);
    return Promise.all(
      sources.map(async (source) => {
        const { kind } = source;
        const [count, oldest] = await Promise.all([source.countOpen(COUNT_LIMIT + 1), this.first(source)]);
        return {
          kind,
          count: Math.min(count, COUNT_LIMIT),
          hasMore: count > COUNT_LIMIT,
          oldest,
        };
      }),
    );
  }

  /** Open cases of one member of staff, the earliest due first. */
  async ofOwner(owner: Reader): Promise<Page<ShownCase>> {
    return { items: await this.openOf(await this.store.ofOwner(owner.userId), owner), next: undefined };
  }

  /** Open cases with a due time, the earliest first. */
  async due(reader: Reader): Promise<Page<ShownCase>> {
    return { items: await this.openOf(await this.store.due(), reader), next: undefined };
  }

  /** The longest open first. @param after recorded later than that */
  open(
    wanted: { readonly kind?: RecordKind; readonly isUnowned?: boolean },
    after: number | undefined,
    grants: Grants,
  ): Promise<Page<ShownCase>> {
    const sources = this.openSources(grants).filter(({ kind }) => wanted.kind === undefined || kind === wanted.kind);
    return readOldestPage(after, PAGE_SIZE, async (since, limit) => {
      let from = since;
      let found: ShownCase[] = [];
      for (;;) {
        const lists = await Promise.all(sources.map((source) => this.listOpen(source, limit, from)));
        const sorted = lists.flat().toSorted((one, other) => one.createdAt - other.createdAt);
        const portion = sorted.length <= limit ? sorted : wholeGroups(sorted, limit);
        const cases = await this.withCases(portion);
        found = [...found, ...cases.filter(({ ownerId }) => !wanted.isUnowned || ownerId === '')];
        if (found.length >= limit || sorted.length < limit) return found.slice(0, limit);
        from = portion.at(-1)!.createdAt;
      }
    });
  }

  /** @throws Failure `records.no_record` */
  async one(record: RecordReference, reader: Reader): Promise<CaseWithNotes> {
    const { source, summary } = await this.records.get(record, reader);
    const [cases, notes, colleagues, open] = await Promise.all([
      this.store.find([record]),
      this.store.notes(record),
      this.colleaguesWho(source.permission),
      source instanceof OpenRecords ? source.openAmong([record.id]) : new Set<string>(),
    ]);
    const { ownerId = '', dueAt } = cases.get(caseMarker(record.kind, record.id)) ?? {};
    return { ...summary, kind: record.kind, isOpen: open.has(record.id), ownerId, dueAt, notes, colleagues };
  }

  private async first(source: OpenRecords): Promise<QueuedRecord[]> {
    const { kind } = source;
    const [due, oldest] = await Promise.all([this.firstDue(source), source.listOpen(SHOWN)]);
    const waiting = oldest.filter(({ id }) => !due.some((record) => record.id === id));
    const records = [...due, ...waiting].slice(0, SHOWN).map((record) => ({ ...record, kind }));
    const cases = await this.store.find(records);
    return records.map((record) => {
      const { ownerId = '', dueAt } = cases.get(caseMarker(kind, record.id)) ?? {};
      return { ...record, ownerId, dueAt };
    });
  }

  /** Open ones with a due time, the earliest first. */
  private async firstDue(source: OpenRecords): Promise<RecordSummary[]> {
    const ids = (await this.store.due(source.kind)).map(({ recordId }) => recordId);
    if (ids.length === 0) return [];
    const open = await source.openAmong(ids);
    const wanted = ids.filter((id) => open.has(id)).slice(0, SHOWN);
    const summaries = new Map((await source.named(wanted)).map((summary) => [summary.id, summary]));
    return wanted.flatMap((id) => summaries.get(id) ?? []);
  }

  private async colleaguesWho(permission: string): Promise<Colleague[]> {
    const active = await this.profiles.listActive();
    return active
      .filter(({ grants }) => effectiveGrants(grants).some((grant) => grant === permission))
      .flatMap(({ userId, agentName: name }) => (userId === undefined ? [] : [{ userId, name }]))
      .toSorted((one, other) => one.name.localeCompare(other.name));
  }

  /** Open cases among these records, in their order. */
  private async openOf(cases: readonly StaffCase[], reader: Reader): Promise<ShownCase[]> {
    const shown = await Promise.all(
      this.sources.all.filter(isOpenRecords).map(async (source) => {
        const ofKind = cases.filter(({ kind }) => kind === source.kind).map(({ recordId }) => recordId);
        const ids = await this.records.among(source, ofKind, reader);
        if (ids.length === 0) return [];
        const [open, summaries] = await Promise.all([source.openAmong(ids), source.named(ids)]);
        return summaries.filter(({ id }) => open.has(id)).map((summary) => ({ ...summary, kind: source.kind, isOpen: true }));
      }),
    );
    const byMarker = new Map(shown.flat().map((record) => [caseMarker(record.kind, record.id), record]));
    return cases.flatMap(({ kind, recordId, ownerId, dueAt }) => {
      const record = byMarker.get(caseMarker(kind, recordId));
      return record ? [{ ...record, ownerId, dueAt }] : [];
    });
  }

  private async listOpen(source: OpenRecords, limit: number, after: number | undefined) {
    const records = await source.listOpen(limit, after);
    return records.map((record) => ({ ...record, kind: source.kind, isOpen: true }));
  }

  private async withCases(records: readonly (RecordSummary & { kind: RecordKind; isOpen: boolean })[]): Promise<ShownCase[]> {
    const cases = await this.store.find(records);
    return records.map((record) => {
      const { ownerId = '', dueAt } = cases.get(caseMarker(record.kind, record.id)) ?? {};
      return { ...record, ownerId, dueAt };
    });
  }

  /** @throws Failure `records.no_record` where the caller may fetch none of them */
  private openSources(grants: Grants): OpenRecords[] {
    const sources = this.sources.visibleTo(grants).filter(isOpenRecords);
    if (sources.length === 0) throw new Failure(recordsFailures.no_record);
    return sources;
  }
}

function isOpenRecords(source: StaffRecords): source is OpenRecords {
  return source instanceof OpenRecords;
}

/** The first of these without part of a millisecond, where they are of several. */
function wholeGroups<Item extends { readonly createdAt: number }>(sorted: readonly Item[], limit: number): readonly Item[] {
  const cut = sorted[limit]!.createdAt;
  const whole = sorted.slice(0, limit).filter(({ createdAt }) => createdAt < cut);
  return whole.length > 0 ? whole : sorted.slice(0, limit);
}

import { Injectable } from '@nestjs/common';
import { Failure } from '../../../../kernel/failure.js';
import { type Page } from '../../../../kernel/pagination.js';
import {
  OpenRecords,
  type RecordKind,
  type RecordReference,
  type RecordSummary,
  type StaffRecords,
} from '../../../../kernel/staff-records.js';
import { effectiveGrants, StaffProfiles } from '../../members/index.js';
import { recordsFailures } from '../domain/records.failures.js';
import { caseMarker, type CaseNote, type StaffCase } from '../domain/case.js';
import { readOldestPage } from '../domain/oldest-page.js';
import { StaffCases } from './ports.js';
import { ReadableRecords, type Reader } from './readable-records.js';
import { StaffRecordSources } from './staff-record-sources.js';

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

/** Records that wait for staff, with who has them and until when; each kind for those who may fetch it. */
@Injectable()
export class ListCases {
  constructor(
    private readonly sources: StaffRecordSources,
    private readonly records: ReadableRecords,
    private readonly cases: StaffCases,
    private readonly profiles: StaffProfiles,
  ) {}

  /** Those of one member of staff that are open, the earliest due first. */
  async ofOwner(owner: Reader): Promise<Page<ShownCase>> {
    return { items: await this.openOf(await this.cases.ofOwner(owner.userId), owner), next: undefined };
  }

  /** Those with a due time that are open, the earliest first. */
  async due(reader: Reader): Promise<Page<ShownCase>> {
    return { items: await this.openOf(await this.cases.due(), reader), next: undefined };
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
      this.cases.find([record]),
      this.cases.notes(record),
      this.colleaguesWho(source.permission),
      source instanceof OpenRecords ? source.openAmong([record.id]) : new Set<string>(),
    ]);
    const { ownerId = '', dueAt } = cases.get(caseMarker(record.kind, record.id)) ?? {};
    return { ...summary, kind: record.kind, isOpen: open.has(record.id), ownerId, dueAt, notes, colleagues };
  }

  private async colleaguesWho(permission: string): Promise<Colleague[]> {
    const active = await this.profiles.listActive();
    return active
      .filter(({ grants }) => effectiveGrants(grants).some((grant) => grant === permission))
      .flatMap(({ userId, agentName: name }) => (userId === undefined ? [] : [{ userId, name }]))
      .toSorted((one, other) => one.name.localeCompare(other.name));
  }

  /** Those of these records that are open, in their order. */
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
    const cases = await this.cases.find(records);
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

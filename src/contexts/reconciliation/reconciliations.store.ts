import { Entity, Index, In, LessThan } from 'typeorm';
import { CountColumn, IdColumn, KoboColumn, PrimaryIdColumn, TextColumn, TimeColumn } from '../../platform/database/columns.js';
import {
  type ReconciliationStatus,
  type Remembered,
  type Counts,
  type Reconciliation,
  type ReconciliationFilter,
  reconciliationId,
  Reconciliations,
  type Run,
  type StoredDifference,
} from './reconciliations.js';
import { type DifferenceKind, type NewDifferences, type Difference, DIFFERENCE_KINDS } from './differences.js';
import { createHash } from 'node:crypto';
import { record } from '../../platform/database/record.js';
import { Injectable } from '@nestjs/common';
import { idTime, newId } from '../../kernel/ids.js';
import type { Page, PageRequest } from '../../kernel/pagination.js';
import { Database } from '../../platform/database/database.js';
import { readRowPage } from '../../platform/database/read-row-page.js';
import { removeRows } from '../../platform/database/remove-rows.js';
import { rowLock } from '../../platform/database/server-dialect.js';
import { tableOf } from '../../platform/database/table.js';
import { formatNaira, kobo } from '../../kernel/money.js';
import type { RecordSummary } from '../../kernel/records.js';

@Entity('reconciliation')
@Index('reconciliation_recorded', ['createdAt'])
@Index('reconciliation_day', ['day', 'createdAt'])
@Index('reconciliation_provider', ['provider', 'createdAt'])
@Index('reconciliation_status', ['status', 'createdAt'])
export class ReconciliationRow {
  /** Provider and day. */
  @PrimaryIdColumn() id: string;
  @IdColumn('provider') provider: string;
  @TextColumn('day', 10) day: string;
  /** Later runs have greater ids. */
  @IdColumn('run_id') runId: string;
  @TextColumn('status', 16) status: ReconciliationStatus;
  @CountColumn('ours') ours: number;
  @CountColumn('theirs') theirs: number;
  @CountColumn('matched') matched: number;
  @CountColumn('missing_here') missingHere: number;
  @CountColumn('missing_there') missingThere: number;
  @CountColumn('differing') differing: number;
  @KoboColumn('difference_kobo') differenceKobo: number;
  @TimeColumn('recorded') createdAt: number;
}

@Entity('reconciliation_difference')
@Index('reconciliation_difference_page', ['reconciliationId', 'runId', 'createdAt'])
@Index('reconciliation_difference_reference', ['runId', 'kind', 'reference'])
@Index('reconciliation_difference_digest', ['runId', 'digest'])
export class ReconciliationDifferenceRow {
  @PrimaryIdColumn() id: string;
  @IdColumn('reconciliation_id') reconciliationId: string;
  @IdColumn('run_id') runId: string;
  @TextColumn('kind', 16) kind: DifferenceKind | Remembered;
  @TextColumn('reference', 100) reference: string;
  @TextColumn('transaction_id', 100) transactionId: string;
  @KoboColumn('ours_kobo', { nullable: true }) oursKobo: number | null;
  @KoboColumn('theirs_kobo', { nullable: true }) theirsKobo: number | null;
  @TextColumn('our_status', 16) ourStatus: string;
  @TextColumn('their_status', 64) theirStatus: string;
  @TimeColumn('our_time', { nullable: true }) ourTime: number | null;
  @TimeColumn('their_time', { nullable: true }) theirTime: number | null;
  @TextColumn('note', 64) note: string;
  /** Hash of both sides, to compare runs. */
  @TextColumn('digest', 40) digest: string;
  /** When the run began and one more for each difference, because pages never split a millisecond. */
  @TimeColumn('recorded') createdAt: number;
}

const RESULT = tableOf(ReconciliationRow);
const DIFFERENCE = tableOf(ReconciliationDifferenceRow);
const NAMED = 5;
const NEW = `FROM reconciliation_difference now WHERE now.reconciliation_id = ? AND now.run_id = ? AND now.kind = ?
  AND NOT EXISTS (SELECT 1 FROM reconciliation_difference old WHERE old.run_id = ? AND old.digest = now.digest)`;
const SUM = `SELECT COUNT(*) AS total, COALESCE(SUM(ABS(COALESCE(now.theirs_kobo, 0) - COALESCE(now.ours_kobo, 0))), 0) AS kobo ${NEW}`;
const FIRST = `SELECT now.reference AS reference ${NEW} ORDER BY now.recorded LIMIT ${NAMED}`;

@Injectable()
export class TypeormReconciliations extends Reconciliations {
  constructor(private readonly database: Database) {
    super();
  }

  exists(provider: string, day: string): Promise<boolean> {
    return this.results.existsBy({ id: reconciliationId({ provider, day }) });
  }

  async remembers(provider: string, day: string, kind: Remembered, reference: string): Promise<boolean> {
    const result = await this.results.findOneBy({ id: reconciliationId({ provider, day }) });
    return result !== null && this.rows.existsBy({ runId: result.runId, kind, reference });
  }

  async addDifferences(
    run: Run,
    before: number,
    differences: readonly (Difference | { readonly kind: Remembered; readonly reference: string })[],
  ): Promise<void> {
    const about = { reconciliationId: reconciliationId(run), runId: run.id };
    const rows = differences.map((difference, index) => ({
      ...toRow(difference),
      ...about,
      id: newId(),
      createdAt: idTime(run.id) + before + index,
    }));
    await this.database.transaction(() => DIFFERENCE.insertNew(this.database, rows));
  }

  async replace(run: Run, counts: Counts, now: number): Promise<readonly NewDifferences[] | 'superseded'> {
    const id = reconciliationId(run);
    const { provider, day } = run;
    const differences = counts.missingHere + counts.missingThere + counts.differing;
    const status = differences === 0 ? 'agreed' : 'differing';
    const values = { ...counts, status } as const;
    // The first run of a day makes the row that a second one waits for.
    await RESULT.insertNew(this.database, [{ id, provider, day, runId: '', ...values, createdAt: 0 }]);
    const replaced = await this.results.findOneOrFail({ where: { id }, ...rowLock(this.database) });
    const { runId: previous, status: before } = replaced;
    if (previous > run.id) return 'superseded';
    const news: NewDifferences[] = [];
    for (const kind of DIFFERENCE_KINDS) {
      const found = await this.newOf(id, run, kind, previous);
      if (found.count > 0) news.push(found);
    }
    const isExplained = before === 'explained' && differences > 0 && news.length === 0;
    // A result differs from the one before by its time, even if the clock stands still.
    const createdAt = Math.max(now, replaced.createdAt + 1);
    await this.results.update({ id }, { runId: run.id, ...values, createdAt, ...(isExplained ? { status: 'explained' } : {}) });
    return news;
  }

  async removeOlder(run: Run): Promise<void> {
    const id = reconciliationId(run);
    const { runId } = await this.results.findOneByOrFail({ id });
    await removeRows(this.rows, { reconciliationId: id, runId: LessThan(runId) });
  }

  async list({ id, day, provider }: ReconciliationFilter, page: PageRequest): Promise<Page<Reconciliation>> {
    const where = {
      ...(id === undefined ? {} : { id }),
      ...(day === undefined ? {} : { day }),
      ...(provider === undefined ? {} : { provider }),
    };
    return readRowPage(this.results, where, page);
  }

  async find(id: string): Promise<Reconciliation | undefined> {
    return (await this.results.findOneBy({ id })) ?? undefined;
  }

  async explain(id: string, createdAt: number): Promise<boolean> {
    const { affected } = await this.results.update({ id, createdAt, status: 'differing' }, { status: 'explained' });
    return affected === 1;
  }

  async differences(id: string, page: PageRequest): Promise<Page<StoredDifference>> {
    const result = await this.results.findOneBy({ id });
    if (!result) return { items: [], next: undefined };
    const where = { reconciliationId: id, runId: result.runId, kind: In([...DIFFERENCE_KINDS]) };
    const { items, next } = await readRowPage(this.rows, where, page);
    return { items: items.map(toDifference), next };
  }

  private async newOf(id: string, run: Run, kind: DifferenceKind, previous: string): Promise<NewDifferences> {
    const values = [id, run.id, kind, previous];
    const [sum] = await this.database.rows<{ total: number | string; kobo: number | string }>(SUM, values);
    const count = Number(sum?.total ?? 0);
    const first = count === 0 ? [] : await this.database.rows<{ reference: string }>(FIRST, values);
    return { kind, count, sumKobo: Number(sum?.kobo ?? 0), references: first.map(({ reference }) => reference) };
  }

  private get results() {
    return this.database.repository(ReconciliationRow);
  }

  private get rows() {
    return this.database.repository(ReconciliationDifferenceRow);
  }
}

const NOTHING = {
  transactionId: '',
  oursKobo: null,
  theirsKobo: null,
  ourStatus: '',
  theirStatus: '',
  ourTime: null,
  theirTime: null,
  note: '',
  digest: '',
} as const;

function toRow(difference: Difference | { readonly kind: Remembered; readonly reference: string }) {
  const reference = difference.reference.slice(0, 100);
  // The columns of an insertion are in the order of its first row.
  if (!('oursKobo' in difference)) return { kind: difference.kind, reference, ...NOTHING };
  const { kind, transactionId, oursKobo, theirsKobo, ourStatus, theirStatus, ourTime, theirTime, note } = difference;
  const said = [kind, reference, transactionId, oursKobo, theirsKobo, ourStatus, theirStatus];
  return {
    kind,
    reference,
    transactionId: transactionId.slice(0, 100),
    oursKobo: oursKobo ?? null,
    theirsKobo: theirsKobo ?? null,
    ourStatus,
    theirStatus: theirStatus.slice(0, 64),
    ourTime: ourTime ?? null,
    theirTime: theirTime ?? null,
    note,
    digest: createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 40),
  };
}

function toDifference(row: ReconciliationDifferenceRow): StoredDifference {
  const { id, kind, reference, transactionId, oursKobo, theirsKobo, ourStatus, theirStatus, ourTime, theirTime, note } = row;
  return {
    id,
    kind: kind as DifferenceKind,
    reference,
    transactionId,
    oursKobo: oursKobo ?? undefined,
    theirsKobo: theirsKobo ?? undefined,
    ourStatus,
    theirStatus,
    ourTime: ourTime ?? undefined,
    theirTime: theirTime ?? undefined,
    note,
    createdAt: row.createdAt,
  };
}

const DIFFERING = [{ status: 'differing' as const }];

/** Days at providers and banks; those that differ wait until they agree or are explained. */
export const reconciliationRecord = record(ReconciliationRow, {
  staff: {
    kind: 'reconciliation',
    permission: 'otherControl.fiatCurency',
    search: (id, _, rows) => rows.findBy({ id }),
    title: summaryOf,
    waits: DIFFERING,
  },
});

function summaryOf({ id, provider, day, differenceKobo, status, createdAt }: ReconciliationRow): RecordSummary {
  const detail = `Difference of ${formatNaira(kobo(differenceKobo))}`;
  return { id, title: `${provider} on ${day}`, detail, status, userId: '', createdAt };
}

import type { Abstract, FactoryProvider } from '@nestjs/common';
import type { FindOptionsWhere, Repository } from 'typeorm';
import {
  type DataSubject,
  Eraser,
  PersonalDataSource,
  type RecordKind,
  type RecordReference,
  type RecordSummary,
  type SearchableRecord,
  StaffRecords,
  type TimelineEntry,
  TimelineSource,
} from '../../kernel/records.js';
import { type Contribution, contribution, Contributor } from '../../kernel/registry.js';
import { Database } from './database.js';
import { newestRows, OpenRows, rowsById, type TimedRow } from './open-rows.js';
import { removeRows } from './remove-rows.js';
import { tablesOf } from './table.js';

type Tokens = readonly Abstract<unknown>[];
type Services<Uses extends Tokens> = { [Place in keyof Uses]: Uses[Place]['prototype'] };

/** How staff find records of a table, and which of them wait for staff. */
interface StaffView<Row extends TimedRow> {
  readonly kind: RecordKind;
  /** Needed to fetch records of this kind. */
  readonly permission: string;
  /** By index look-ups only. */
  readonly search: (text: string, limit: number, rows: Repository<Row>, database: Database) => Promise<readonly Row[]>;
  readonly title: (row: Row) => RecordSummary;
  /** Further text that staff may look for a row by. */
  readonly words?: (row: Row) => string;
  /** Instead of the order by time, where no index has it. */
  readonly newest?: (rows: Repository<Row>, since: number, limit: number) => Promise<Row[]>;
  /** Conditions of which no row matches two. Without any, no record ever waits. */
  readonly waits?: readonly FindOptionsWhere<Row>[];
}

export interface RecordDeclaration<Row extends TimedRow, Uses extends Tokens> {
  /** Services that the functions below are called with. */
  readonly uses?: Uses;
  readonly staff?: StaffView<Row>;
  /** What happened to the record of this id: at most 200 entries, in no order. */
  readonly timeline?: {
    readonly name: string;
    readonly entries: (id: string, database: Database, ...services: Services<Uses>) => Promise<TimelineEntry[]>;
  };
  /** What a user may take along, in plain words. */
  readonly export?: {
    readonly name: string;
    readonly rows: (userId: string, ...services: Services<Uses>) => AsyncIterable<object>;
  };
  /** The rows that go with an account, by conditions that are on an index. */
  readonly ofUser?: (subject: DataSubject) => readonly FindOptionsWhere<Row>[];
  /** Further tables that `erase` empties of a user. */
  readonly parts?: readonly (new () => object)[];
  /** After the rows of `ofUser`, by bounded pages. It is repeated after a crash. */
  readonly erase?: (subject: DataSubject, database: Database, ...services: Services<Uses>) => Promise<void>;
  /** Answers for registries of other contexts. */
  readonly answers?: (database: Database, ...services: Services<Uses>) => readonly Contribution[];
}

/** Declares once, beside the row, what others are told of its table: staff, the owner, and who closes an account. List it in the module. */
export function record<Row extends TimedRow, const Uses extends Tokens = []>(
  row: new () => Row,
  declaration: RecordDeclaration<Row, Uses>,
): FactoryProvider<Contributor> {
  return {
    provide: Symbol(row.name),
    inject: [Database, ...(declaration.uses ?? [])],
    useFactory: (database: Database, ...services: unknown[]) =>
      new DeclaredRecord(row, declaration, database, services as unknown as Services<Uses>),
  };
}

class DeclaredRecord<Row extends TimedRow, Uses extends Tokens> extends Contributor {
  readonly contributed: readonly Contribution[];

  constructor(
    row: new () => Row,
    { staff, timeline, export: exported, ofUser, parts = [], erase, answers }: RecordDeclaration<Row, Uses>,
    database: Database,
    services: Services<Uses>,
  ) {
    super();
    const contributed: Contribution[] = [...(answers?.(database, ...services) ?? [])];
    if (staff)
      contributed.push(
        contribution(
          StaffRecords,
          staff.waits ? new WaitingRows(database, row, { ...staff, waits: staff.waits }) : new FoundRows(database, row, staff),
        ),
      );
    if (staff && timeline) {
      const { name, entries } = timeline;
      const entriesOf = ({ id }: RecordReference) => entries(id, database, ...services);
      contributed.push(contribution(TimelineSource, { name, kinds: [staff.kind], entriesOf }));
    }
    if (exported) {
      const rows = (userId: string) => exported.rows(userId, ...services);
      contributed.push(contribution(PersonalDataSource, { parts: [{ name: exported.name, rows }] }));
    }
    if (ofUser || erase) {
      const empty = async (subject: DataSubject) => {
        for (const where of ofUser?.(subject) ?? []) await removeRows(database.repository(row), where);
        await erase?.(subject, database, ...services);
      };
      contributed.push(contribution(Eraser, { tables: tablesOf(row, ...parts), erase: empty }));
    }
    this.contributed = contributed;
  }
}

/** Records without work for staff. */
class FoundRows<Row extends TimedRow> extends StaffRecords {
  override readonly kind = this.view.kind;
  override readonly permission = this.view.permission;

  constructor(
    private readonly database: Database,
    private readonly row: new () => Row,
    private readonly view: StaffView<Row>,
  ) {
    super();
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    return (await this.view.search(text, limit, this.rows, this.database)).map(this.view.title);
  }

  override async named(ids: readonly string[]): Promise<RecordSummary[]> {
    return (await rowsById(this.rows, ids)).map(this.view.title);
  }

  override recent(since: number, limit: number): Promise<SearchableRecord[]> {
    return recentOf(this.view, this.rows, since, limit);
  }

  private get rows() {
    return this.database.repository(this.row);
  }
}

async function recentOf<Row extends TimedRow>(
  { title, words, newest = newestRows }: StaffView<Row>,
  rows: Repository<Row>,
  since: number,
  limit: number,
): Promise<SearchableRecord[]> {
  return (await newest(rows, since, limit)).map((row) => ({ ...title(row), words: words?.(row) ?? '' }));
}

class WaitingRows<Row extends TimedRow> extends OpenRows<Row> {
  override readonly kind = this.view.kind;
  override readonly permission = this.view.permission;

  constructor(
    database: Database,
    row: new () => Row,
    private readonly view: StaffView<Row> & Required<Pick<StaffView<Row>, 'waits'>>,
  ) {
    super(database, row, view.waits);
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    return (await this.view.search(text, limit, this.rows, this.database)).map(this.view.title);
  }

  protected override summaryOf(row: Row): RecordSummary {
    return this.view.title(row);
  }

  override recent(since: number, limit: number): Promise<SearchableRecord[]> {
    return recentOf(this.view, this.rows, since, limit);
  }
}

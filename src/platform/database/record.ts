import type { Abstract, FactoryProvider } from '@nestjs/common';
import type { FindOptionsWhere, Repository } from 'typeorm';
import { type DataSubject, Eraser } from '../../kernel/eraser.js';
import { PersonalDataSource } from '../../kernel/personal-data.js';
import { Contributor, type Kind } from '../../kernel/registry.js';
import { type RecordKind, type RecordSummary, StaffRecords } from '../../kernel/staff-records.js';
import { type TimelineEntry, TimelineSource } from '../../kernel/timeline.js';
import { Database } from './database.js';
import { OpenRows, type TimedRow } from './open-rows.js';
import { removeRows } from './remove-rows.js';
import { tablesOf } from './table.js';

type Tokens = readonly Abstract<unknown>[];
type Services<Uses extends Tokens> = { [Place in keyof Uses]: Uses[Place]['prototype'] };

/** How staff find records of a table, and which of them wait for staff. */
interface StaffView<Row> {
  readonly kind: RecordKind;
  /** Needed to fetch records of this kind. */
  readonly permission: string;
  /** By index look-ups only. */
  readonly search: (text: string, limit: number, rows: Repository<Row & TimedRow>) => Promise<Row[]>;
  readonly title: (row: Row) => RecordSummary;
  /** Further text that staff may look for a row by. */
  readonly words?: (row: Row) => string;
  /** Conditions of which no row matches two. */
  readonly waits: readonly FindOptionsWhere<Row>[];
}

export interface RecordDeclaration<Row, Uses extends Tokens> {
  /** Services that `export` and `erase` are called with. */
  readonly uses?: Uses;
  readonly staff?: StaffView<Row>;
  /** What happened to the record of this id: at most 200 entries, in no order. */
  readonly timeline?: { readonly name: string; readonly entries: (id: string, database: Database) => Promise<TimelineEntry[]> };
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
  readonly contributed: readonly (readonly [Kind, object])[];

  constructor(
    row: new () => Row,
    { staff, timeline, export: exported, ofUser, parts = [], erase }: RecordDeclaration<Row, Uses>,
    database: Database,
    services: Services<Uses>,
  ) {
    super();
    const eraser: Eraser = {
      tables: tablesOf(row, ...parts),
      async erase(subject) {
        for (const where of ofUser?.(subject) ?? []) await removeRows(database.repository(row), where);
        await erase?.(subject, database, ...services);
      },
    };
    const contributed: (readonly [Kind, object])[] = [];
    if (staff) contributed.push([StaffRecords, new DeclaredRows(database, row, staff)]);
    if (staff && timeline)
      contributed.push([
        TimelineSource,
        {
          name: timeline.name,
          kinds: [staff.kind],
          entriesOf: ({ id }) => timeline.entries(id, database),
        } satisfies TimelineSource,
      ]);
    if (exported)
      contributed.push([
        PersonalDataSource,
        { parts: [{ name: exported.name, rows: (userId) => exported.rows(userId, ...services) }] } satisfies PersonalDataSource,
      ]);
    if (ofUser || erase) contributed.push([Eraser, eraser]);
    this.contributed = contributed;
  }
}

class DeclaredRows<Row extends TimedRow> extends OpenRows<Row> {
  override readonly kind: RecordKind;
  override readonly permission: string;

  constructor(
    database: Database,
    row: new () => Row,
    private readonly view: StaffView<Row>,
  ) {
    super(database, row, view.waits);
    this.kind = view.kind;
    this.permission = view.permission;
  }

  override async find(text: string, limit: number): Promise<RecordSummary[]> {
    return (await this.view.search(text, limit, this.rows)).map((row) => this.summaryOf(row));
  }

  protected override summaryOf(row: Row): RecordSummary {
    return this.view.title(row);
  }

  protected override wordsOf(row: Row): string {
    return this.view.words?.(row) ?? '';
  }
}

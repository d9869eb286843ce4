import { Injectable } from '@nestjs/common';
import { type FindOptionsOrder, type FindOptionsWhere, MoreThan, type ObjectLiteral } from 'typeorm';
import { Database } from '../database/database.js';
import { rowLock } from '../database/server-dialect.js';
import { type BrokenSeal, keyOf, RowSeals } from './row-seals.js';
import { type RowClass, rowIdOf, type RowSealDefinition, sealedRowClasses, sealsOf } from './row-seal.js';

const PAGE = 500;

type Row = ObjectLiteral & Record<string, string | number | boolean | null>;

export interface SealVerdict {
  readonly rows: number;
  readonly broken: readonly BrokenSeal[];
}

@Injectable()
export class SealedRows {
  constructor(
    private readonly database: Database,
    private readonly seals: RowSeals,
  ) {}

  async verify(onProgress: (rows: number) => void = () => undefined): Promise<SealVerdict> {
    const broken: BrokenSeal[] = [];
    let rows = 0;
    for await (const { row, definitions } of this.all()) {
      for (const definition of definitions)
        if (!(await this.seals.fits(definition, row))) broken.push(brokenSeal(definition, row));
      if (++rows % PAGE === 0) onProgress(rows);
    }
    return { rows, broken };
  }

  /** The sealed columns of a row with their values; undefined if there is no such table or row. */
  async show(table: string, rowId: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    const found = await this.database.transaction(() => this.find(table, rowId));
    if (!found) return undefined;
    const columns = found.definitions.flatMap((definition) => definition.columns);
    return Object.fromEntries(columns.map(({ name, property }) => [name, found.row[property]]));
  }

  /** Trusts the present row. Call it in a unit of work. @returns the seals that were broken; undefined if there is no such row */
  async reseal(table: string, rowId: string): Promise<readonly BrokenSeal[] | undefined> {
    const found = await this.find(table, rowId);
    if (!found) return undefined;
    const broken = await this.renew(found);
    return broken.map((definition) => brokenSeal(definition, found.row));
  }

  /** Seals all rows with broken seals. @returns how many seals */
  async sealAll(): Promise<number> {
    let sealed = 0;
    for await (const { row, rowClass, definitions } of this.all()) {
      const fit = await Promise.all(definitions.map((definition) => this.seals.fits(definition, row)));
      if (!fit.includes(false)) continue;
      sealed += await this.database.transaction(async () => {
        const where = keyOf(definitions[0]!, row);
        const present = await this.database.repository<Row>(rowClass).findOne({ where, ...rowLock(this.database) });
        return present ? (await this.renew({ row: present, rowClass, definitions })).length : 0;
      });
    }
    return sealed;
  }

  private async renew({ row, rowClass, definitions }: Found): Promise<RowSealDefinition[]> {
    const broken = [];
    for (const definition of definitions) if (!(await this.seals.fits(definition, row))) broken.push(definition);
    if (broken.length === 0) return [];
    const renewed = Object.fromEntries(broken.map((each) => [each.seal.property, this.seals.make(each, row)]));
    await this.database.repository<Row>(rowClass).update(keyOf(definitions[0]!, row), renewed);
    return broken;
  }

  private async find(table: string, rowId: string): Promise<Found | undefined> {
    const rowClass = sealedRowClasses().find((each) => sealsOf(each)[0]!.table === table);
    if (!rowClass) return undefined;
    const definitions = sealsOf(rowClass);
    const { keys } = definitions[0]!;
    const parts = keys.length === 1 ? [rowId] : rowId.split('/');
    if (parts.length !== keys.length) return undefined;
    const where = Object.fromEntries(keys.map(({ property }, index) => [property, parts[index]])) as FindOptionsWhere<Row>;
    const row = await this.database.repository<Row>(rowClass).findOne({ where, ...rowLock(this.database) });
    return row ? { row, rowClass, definitions } : undefined;
  }

  private async *all(): AsyncGenerator<Found> {
    for (const rowClass of sealedRowClasses()) {
      const definitions = sealsOf(rowClass);
      const rows = this.database.repository<Row>(rowClass);
      const keys = definitions[0]!.keys.map(({ property }) => property);
      const order = Object.fromEntries(keys.map((key) => [key, 'ASC'])) as FindOptionsOrder<Row>;
      for (let last: Row | undefined, isLast = false; !isLast;) {
        const page = await rows.find({ where: last ? after(keys, last) : {}, order, take: PAGE });
        for (const row of page) yield { row, rowClass, definitions };
        last = page.at(-1);
        isLast = page.length < PAGE;
      }
    }
  }
}

interface Found {
  readonly row: Row;
  readonly rowClass: RowClass;
  readonly definitions: readonly RowSealDefinition[];
}

/** The rows behind this one, in the order of their keys. */
function after(keys: readonly string[], row: Row): FindOptionsWhere<Row>[] {
  return keys.map((key, index) => {
    const same = keys.slice(0, index).map((each) => [each, row[each]]);
    return { ...Object.fromEntries(same), [key]: MoreThan(row[key]) } as FindOptionsWhere<Row>;
  });
}

function brokenSeal(definition: RowSealDefinition, row: Row): BrokenSeal {
  return { table: definition.table, rowId: rowIdOf(definition, row), seal: definition.seal.name };
}

import { Injectable } from '@nestjs/common';
import { type EntityMetadata, type FindOptionsWhere, MoreThan, type ObjectLiteral, type Repository } from 'typeorm';
import { Database } from '../database/database.js';
import { KeyRing } from './key-ring.js';
import { keyedProperties } from './sealed-columns.js';
import { type RowClass, sealsOf } from './row-seal.js';
import { RowSeals } from './row-seals.js';
import { SecretBox } from './secret-box.js';

const PAGE = 200;
/** A pass finds values that others wrote under a former key during the one before. */
const MOST_PASSES = 5;

type Row = ObjectLiteral & Readonly<Record<string, string | null>>;

export interface RotationResult {
  readonly keyId: string;
  readonly renewed: number;
  /** Rows that no key of the ring can read, as `table/id`. */
  readonly unreadable: readonly string[];
  /** Whether nothing is left under former keys. */
  readonly isComplete: boolean;
}

/** Encrypts everything anew under the current key, beside the running service; after an interruption it skips finished rows. */
@Injectable()
export class KeyRotation {
  constructor(
    private readonly database: Database,
    private readonly ring: KeyRing,
    private readonly box: SecretBox,
    private readonly seals: RowSeals,
  ) {}

  async execute(onProgress: (done: number, of: number) => void = () => undefined, page = PAGE): Promise<RotationResult> {
    const unreadable = new Set<string>();
    let renewed = 0;
    for (let pass = 1; pass <= MOST_PASSES; pass++) {
      const changed = await this.pass(unreadable, onProgress, page);
      renewed += changed;
      if (changed === 0) return this.result(renewed, unreadable, unreadable.size === 0);
    }
    return this.result(renewed, unreadable, false);
  }

  private result(renewed: number, unreadable: Set<string>, isComplete: boolean): RotationResult {
    return { keyId: this.ring.current('secret box').id, renewed, unreadable: [...unreadable], isComplete };
  }

  private async pass(unreadable: Set<string>, onProgress: (done: number, of: number) => void, page: number): Promise<number> {
    const tables = this.database.dataSource.entityMetadatas.filter(({ target }) => keyedProperties(target).size > 0);
    const repositories = tables.map((table) => this.database.repository<Row>(table.target));
    const counts = await Promise.all(repositories.map((rows) => rows.count()));
    const of = counts.reduce((sum, count) => sum + count, 0);
    let [done, changed] = [0, 0];
    for (const [index, table] of tables.entries()) {
      for await (const rows of pagesOf(repositories[index]!, keyOf(table), page)) {
        for (const row of rows) changed += await this.renew(table, repositories[index]!, row, unreadable);
        done += rows.length;
        onProgress(Math.min(done, of), of);
      }
    }
    return changed;
  }

  /** Conditional on the values that were read: a value that a request wrote meanwhile is newer. */
  private async renew(table: EntityMetadata, rows: Repository<Row>, row: Row, unreadable: Set<string>): Promise<number> {
    const id = row[keyOf(table)]!;
    const [before, after]: Record<string, string>[] = [{}, {}];
    try {
      for (const [property, renew] of keyedProperties(table.target)) {
        const value = row[property];
        if (!value) continue;
        const renewed = renew(value, id, row, { ring: this.ring, box: this.box });
        if (renewed === value) continue;
        before![property] = value;
        after![property] = renewed;
      }
    } catch {
      unreadable.add(`${table.tableName}/${id}`);
      return 0;
    }
    if (Object.keys(after!).length === 0) return 0;
    await this.seal(table.target as RowClass, row, before!, after!);
    const where = { [keyOf(table)]: id, ...before } as FindOptionsWhere<Row>;
    await rows.update(where, after!);
    return 1;
  }

  /** Makes the seal over the new ciphertext, unless it was broken: a fitting seal says that nothing else has changed. */
  private async seal(rowClass: RowClass, row: Row, before: Record<string, string>, after: Record<string, string>): Promise<void> {
    for (const definition of sealsOf(rowClass)) {
      const { property } = definition.seal;
      const isCovered = definition.columns.some((column) => column.property in after);
      if (!isCovered || !(await this.seals.fits(definition, row))) continue;
      before[property] = row[property]!;
      after[property] = this.seals.make(definition, { ...row, ...after });
    }
  }
}

function keyOf(table: EntityMetadata): string {
  return table.primaryColumns[0]!.propertyName;
}

async function* pagesOf(rows: Repository<Row>, key: string, take: number): AsyncGenerator<Row[]> {
  let after: string | undefined;
  for (;;) {
    const where = (after === undefined ? {} : { [key]: MoreThan(after) }) as FindOptionsWhere<Row>;
    const page = await rows.find({ where, order: { [key]: 'ASC' }, take });
    if (page.length > 0) yield page;
    if (page.length < take) return;
    after = page.at(-1)![key]!;
  }
}

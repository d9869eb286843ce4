import { Injectable } from '@nestjs/common';
import { Contributions, Registry } from '../../../../kernel/registry.js';
import type { Hold } from '../../../domain/hold.js';
import { HOLD_KINDS } from '../../../domain/journal.js';

/** Rows of another table, whose key is the subject of their hold. */
export interface RowSource {
  readonly table: string;
  /** Column by property. */
  readonly columns: Readonly<Record<string, string>>;
  /** Properties that order the rows uniquely. */
  readonly order: readonly string[];
}

export interface WrongColumn {
  readonly column: string;
  readonly expected: string | number;
  readonly found: string | number;
}

/** A table of a context that repeats what the ledger holds for its rows; `ledger:verify` compares them. */
export abstract class HoldProjection<Row = Readonly<Record<string, string | number>>> {
  /** Of the journals that hold for these rows. */
  abstract readonly kind: string;
  abstract readonly source: RowSource;
  /** The subject of its hold. */
  abstract idOf(row: Row): string;
  /** The columns that say something else than the hold. */
  abstract wrongColumns(row: Row, hold: Hold): readonly WrongColumn[];
}

@Injectable()
export class HoldProjections extends Registry<HoldProjection> {
  constructor(contributions: Contributions) {
    super(contributions, HoldProjection, { namesOf: ({ kind }) => [kind], names: HOLD_KINDS });
  }

  all(): readonly HoldProjection[] {
    return this.entries;
  }
}

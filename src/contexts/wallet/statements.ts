import type { Kobo } from '../../kernel/money.js';
import type { HistoryEntry, HistorySnapshots } from '../../ledger/index.js';
import type { Clock } from '../../kernel/clock.js';

export interface StatementHolder {
  readonly name: string;
  readonly email: string;
  readonly referenceId: string;
}

export interface Statement {
  readonly holder: StatementHolder;
  readonly account: string;
  /** Inclusive. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly issued: number;
  readonly openingKobo: Kobo;
  readonly closingKobo: Kobo;
  /** Oldest first; can be iterated once. */
  readonly entries: AsyncIterable<HistoryEntry>;
}

/** A file format of statements; writes while it reads, so that memory does not grow with the period. */
export abstract class StatementFormat {
  abstract write(statement: Statement): AsyncIterable<Uint8Array>;
}

export type StatementFormatName = 'csv' | 'pdf';

export interface StatementRequest {
  readonly account: string;
  readonly holder: StatementHolder;
  /** Inclusive. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly format: StatementFormatName;
}

/** Streams a statement; balances and entries come from one snapshot. */
export class ExportStatement {
  constructor(
    private readonly snapshots: HistorySnapshots,
    private readonly clock: Clock,
    private readonly formats: Readonly<Record<StatementFormatName, StatementFormat>>,
  ) {}

  async *execute({ account, holder, from, to, format }: StatementRequest): AsyncIterable<Uint8Array> {
    const snapshot = await this.snapshots.open();
    try {
      yield* this.formats[format].write({
        holder,
        account,
        from,
        to,
        issued: this.clock.now(),
        openingKobo: await snapshot.balanceBefore(account, from),
        closingKobo: await snapshot.balanceBefore(account, to),
        entries: snapshot.between(account, from, to),
      });
    } finally {
      await snapshot.close();
    }
  }
}

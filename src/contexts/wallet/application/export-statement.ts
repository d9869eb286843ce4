import type { Clock } from '../../../kernel/clock.js';
import { ZERO_KOBO } from '../../../kernel/money.js';
import type { History, HistoryEntry } from './ports/history.js';
import type { StatementFormat, StatementHolder } from './ports/statement-format.js';

export type StatementFormatName = 'csv' | 'pdf';

export interface StatementRequest {
  readonly account: string;
  readonly holder: StatementHolder;
  /** Unix ms, inclusive. */
  readonly from: number;
  /** Unix ms, exclusive. */
  readonly to: number;
  readonly format: StatementFormatName;
}

/** A wallet's statement as a file, written while it is read. */
export class ExportStatement {
  constructor(
    private readonly history: History,
    private readonly clock: Clock,
    private readonly formats: Readonly<Record<StatementFormatName, StatementFormat>>,
  ) {}

  async execute({ account, holder, from, to, format }: StatementRequest): Promise<AsyncIterable<Uint8Array>> {
    const [before] = await this.history.list(account, from, 1);
    const [last] = await this.history.list(account, to, 1);
    return this.formats[format].write({
      holder,
      account,
      from,
      to,
      issued: this.clock.now(),
      openingKobo: before?.balanceKobo ?? ZERO_KOBO,
      closingKobo: last?.balanceKobo ?? ZERO_KOBO,
      entries: upTo(last?.seq ?? 0, this.history.between(account, from, to)),
    });
  }
}

/** Leaves out what is committed while the statement is being written: the closing balance is read first. */
async function* upTo(seq: number, entries: AsyncIterable<HistoryEntry>): AsyncIterable<HistoryEntry> {
  for await (const entry of entries) {
    if (entry.seq > seq) return;
    yield entry;
  }
}

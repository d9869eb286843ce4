import type { RowInsert } from '../../../kernel/row-changes.js';
import type { TariffBook } from '../domain/tariff-book.js';
import type { Tariff } from '../domain/tariff.js';

export abstract class Tariffs {
  /** A change by any process is in it within ten seconds. */
  abstract current(): Promise<TariffBook>;
  /** Adds a tariff with a ledger command. */
  abstract toRow(tariff: Tariff): RowInsert;
}

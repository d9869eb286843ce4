import { Injectable } from '@nestjs/common';
import { Failure } from '../../../kernel/failure.js';
import type { ListedTransaction } from '../../../kernel/provider-transactions.js';
import { type DayOrder, dayOrderOf } from '../../../kernel/written-values.js';
import { Table } from '../../../platform/tables/table.js';
import { readTextFile } from '../../../platform/tables/text-file.js';
import { SettlementFiles, type ColumnMap, isSum, toTransaction } from '../lines.js';
import { reconciliationFailures } from '../reconciliations.js';

const PORTION = 500;

@Injectable()
export class CsvSettlementFiles extends SettlementFiles {
  async *read(path: string, map: ColumnMap, day: string): AsyncIterable<ListedTransaction[]> {
    try {
      const { text } = await readTextFile(path);
      const table = Table.of(text, [map.reference, map.amount], [map.status, map.time, map.transactionId, map.fee]);
      yield* portionsOf(table, map, await orderOf(table, map, day));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const { text } = reconciliationFailures.file_unreadable;
      throw new Failure(reconciliationFailures.file_unreadable, { text: `${text}: ${error.message}` });
    }
  }
}

async function orderOf(table: Table, map: ColumnMap, day: string): Promise<DayOrder> {
  const times = new Set<string>();
  for await (const row of table.rows()) times.add(row.text(map.time).split(/[ T,]/)[0]!);
  return dayOrderOf([...times], (written) => written === day);
}

async function* portionsOf(table: Table, map: ColumnMap, order: DayOrder): AsyncIterable<ListedTransaction[]> {
  let portion: ListedTransaction[] = [];
  for await (const row of table.rows()) {
    if (row.cells.every((cell) => cell === '') || isSum(row, map)) continue;
    table.checkWidth(row);
    try {
      portion.push(toTransaction(row.text, map, order));
    } catch (error) {
      throw error instanceof RangeError ? new RangeError(`line ${row.line}: ${error.message}`) : error;
    }
    if (portion.length < PORTION) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

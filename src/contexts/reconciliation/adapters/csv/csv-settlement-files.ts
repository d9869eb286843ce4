import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { parse } from 'csv-parse';
import { Failure } from '../../../../kernel/failure.js';
import type { ListedTransaction } from '../../../../kernel/provider-transactions.js';
import { SettlementFiles } from '../../application/ports.js';
import type { ColumnMap } from '../../domain/columns.js';
import { reconciliationFailures } from '../../domain/reconciliation.failures.js';
import { toTransaction } from '../../domain/settlement-line.js';

const PORTION = 500;
const LONGEST_LINE = 100_000;

@Injectable()
export class CsvSettlementFiles extends SettlementFiles {
  read(path: string, map: ColumnMap): AsyncIterable<ListedTransaction[]> {
    return portionsOf(path, map);
  }
}

async function* portionsOf(path: string, map: ColumnMap): AsyncIterable<ListedTransaction[]> {
  const records = parse({
    bom: true,
    columns: (names: string[]) => checkedNames(names, map),
    delimiter: [',', ';', '\t'],
    info: true,
    max_record_size: LONGEST_LINE,
    relax_column_count_less: true,
    skip_empty_lines: true,
    trim: true,
  });
  // An error of either ends the loop below.
  pipeline(createReadStream(path), records, () => undefined);
  let portion: ListedTransaction[] = [];
  try {
    for await (const { record, info } of records as AsyncIterable<{ record: Record<string, string>; info: { lines: number } }>) {
      try {
        portion.push(toTransaction(record, map));
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw unreadable(`line ${info.lines}: ${error.message}`);
      }
      if (portion.length < PORTION) continue;
      yield portion;
      portion = [];
    }
  } catch (error) {
    // The parser's own errors have a code that begins so.
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')) throw unreadable(error.message);
    throw unopened(path, error) ?? error;
  }
  if (portion.length > 0) yield portion;
}

const UNOPENED: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};

function unopened(path: string, error: unknown): Failure | undefined {
  const why = UNOPENED[(error as NodeJS.ErrnoException).code ?? ''];
  return why === undefined ? undefined : unreadable(`${path}: ${why}`);
}
function checkedNames(names: readonly string[], map: ColumnMap): string[] {
  const trimmed = names.map((name) => name.trim());
  const missing = [map.reference, map.amount].filter((name) => !trimmed.includes(name));
  if (missing.length > 0) throw unreadable(`it has no column ${missing.join(', ')}; name them with --map`);
  return trimmed;
}

function unreadable(why: string): Failure {
  return new Failure(reconciliationFailures.file_unreadable, { text: `${reconciliationFailures.file_unreadable.text}: ${why}` });
}

import { stringify, type Stringifier } from 'csv-stringify';
import { lagosDate, lagosTime } from '../../../../kernel/lagos-time.js';
import { type Kobo, toDecimal } from '../../../../kernel/money.js';
import type { HistoryEntry } from '../../../../ledger/index.js';
import { type Statement, StatementFormat } from '../../application/ports.js';

const COLUMNS = ['date', 'time', 'transaction', 'kind', 'description', 'debit', 'credit', 'balance', 'currency'];

/** One row for each entry between opening and closing balance, with times of Lagos. */
export class CsvStatement extends StatementFormat {
  async *write(statement: Statement): AsyncIterable<Uint8Array> {
    // Escapes notes such as =HYPERLINK(…), which spreadsheets would run as formulas.
    const csv = stringify({ header: true, columns: COLUMNS, escape_formulas: true, bom: true });
    csv.write(balanceRow('opening', 'Opening balance', statement.from, statement.openingKobo));
    for await (const entry of statement.entries) {
      csv.write(entryRow(entry));
      yield* written(csv);
    }
    // The end is of the next period.
    csv.write(balanceRow('closing', 'Closing balance', statement.to - 1, statement.closingKobo));
    csv.end();
    for await (const rest of csv) yield rest as Uint8Array;
  }
}

function* written(csv: Stringifier): Iterable<Uint8Array> {
  for (let chunk: unknown; (chunk = csv.read()) !== null;) yield chunk as Uint8Array;
}

function entryRow({ createdAt: recorded, journalId, kind, note, amountKobo, balanceKobo }: HistoryEntry): string[] {
  const amount = toDecimal(Math.abs(amountKobo) as Kobo);
  const [debit, credit] = amountKobo < 0 ? [amount, ''] : ['', amount];
  return [lagosDate(recorded), lagosTime(recorded), journalId, kind, note, debit, credit, toDecimal(balanceKobo), 'NGN'];
}

function balanceRow(kind: string, description: string, at: number, balance: Kobo): string[] {
  return [lagosDate(at), lagosTime(at), '', kind, description, '', '', toDecimal(balance), 'NGN'];
}

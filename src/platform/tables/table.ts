import { Readable } from 'node:stream';
import { type Options, parse } from 'csv-parse';
import { parse as parseAll } from 'csv-parse/sync';

/** Lines above the names of the columns, at most. */
const MOST_ABOVE = 200;
const LONGEST_LINE = 100_000;
const OPTIONS: Options = {
  bom: true,
  info: true,
  max_record_size: LONGEST_LINE,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  trim: true,
};

interface Row {
  /** In the file, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface TableRow extends Row {
  /** Empty where there is no such column. */
  readonly text: (column: string) => string;
}

/** The table of a file with values between separators. Programs write other lines above it and below it, and its names again on each page. */
export class Table {
  private constructor(
    private readonly content: Buffer,
    private readonly delimiter: string,
    private readonly positions: ReadonlyMap<string, number>,
    private readonly head: Row,
    /** Lines above the names of the columns. */
    readonly above: readonly (readonly string[])[],
  ) {}

  /**
   * Capitals, dots and blanks of the names do not matter.
   * @param needed names of columns that it must have; without an empty name
   * @throws RangeError that says what cannot be read
   */
  static of(text: string, needed: readonly string[], others: readonly string[] = []): Table {
    const content = Buffer.from(text);
    let missing = needed;
    let fault: Error | undefined;
    for (const delimiter of [',', ';', '\t', '|']) {
      let rows: Row[] = [];
      try {
        rows = firstRows(content, delimiter);
      } catch (error) {
        fault ??= error as Error;
      }
      for (const [index, { cells, line }] of rows.entries()) {
        const lacking = needed.filter((name) => positionsOf(cells, name).length === 0);
        if (lacking.length < missing.length) missing = lacking;
        if (lacking.length > 0) continue;
        const above = rows.slice(0, index).map((row) => row.cells);
        return new Table(content, delimiter, columnsOf({ cells, line }, [...needed, ...others]), { cells, line }, above);
      }
    }
    const columns = `it has no line with the columns ${needed.join(', ')}`;
    throw fault ?? new RangeError(`${columns}: it has no column ${missing.join(', ')}; name them with --map`);
  }

  async *rows(): AsyncIterable<TableRow> {
    const parser = parse({ ...OPTIONS, delimiter: this.delimiter });
    Readable.from(portionsOf(this.content), { objectMode: false }).pipe(parser);
    try {
      for await (const record of parser as AsyncIterable<Parsed>) {
        const row = rowOf(record);
        if (row.line <= this.head.line || this.isHead(row)) continue;
        yield { ...row, text: (column) => row.cells[this.positions.get(column) ?? -1] ?? '' };
      }
    } catch (error) {
      throw faultOf(error);
    }
  }

  /** @throws RangeError where the row has more values than there are columns: a separator in a value moved those behind it */
  checkWidth({ cells, line }: Row): void {
    if (cells.slice(this.head.cells.length).some((cell) => cell !== ''))
      throw new RangeError(`line ${line}: it has ${cells.length} values for ${this.head.cells.length} columns`);
  }

  private isHead({ cells }: Row): boolean {
    return [...this.positions].every(([name, position]) => bare(cells[position] ?? '') === bare(name));
  }
}

interface Parsed {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

function firstRows(content: Buffer, delimiter: string): Row[] {
  try {
    const options = { ...OPTIONS, delimiter, to: MOST_ABOVE };
    return (parseAll(content, options) as unknown as Parsed[]).map(rowOf);
  } catch (error) {
    throw faultOf(error);
  }
}

function rowOf({ record: cells, info: { lines } }: Parsed): Row {
  const within = cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
  return { line: lines - within, cells: cells.map((cell) => cell.replaceAll(/\s*\n\s*/g, ' ')) };
}

function columnsOf({ cells, line }: Row, names: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const name of names) {
    const [position, another] = positionsOf(cells, name);
    if (another !== undefined) throw new RangeError(`line ${line}: two columns are called ${name}`);
    if (position !== undefined) found.set(name, position);
  }
  return found;
}

function positionsOf(cells: readonly string[], name: string): number[] {
  return cells.flatMap((cell, position) => (bare(cell) === bare(name) ? [position] : []));
}

function bare(name: string): string {
  const letters = name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return letters === '' ? name.trim() : letters;
}

function* portionsOf(content: Buffer): Iterable<Buffer> {
  const size = 65_536;
  for (let begin = 0; begin < content.length; begin += size) yield content.subarray(begin, begin + size);
}

/** The parser's own errors have a code that begins so. */
function faultOf(error: unknown): unknown {
  const isOfParser = error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');
  return isOfParser ? new RangeError(error.message) : error;
}

import { stringify } from 'csv-stringify/sync';
import { type Page, type PageRequest, readAll } from '../../kernel/pagination.js';

/** More are narrowed by days. */
export const MOST_ROWS = 5_000;
const ROWS_AT_ONCE = 200;

/** All of a list in one page, which is answered as a file. */
export interface WholeList<Item> extends Page<Item> {
  readonly isFile: true;
}

/** Records as DATA has them, to be answered as a CSV file when addresses in them are masked. */
export class RowsAsFile {
  constructor(
    private readonly name: string,
    private readonly rows: readonly object[],
  ) {}

  /** The columns are the fields with one value. */
  made(masked: (rows: unknown) => unknown): { fileName: string; fileType: string; fileSize: number; content: string } {
    const rows = masked(this.rows) as readonly Readonly<Record<string, unknown>>[];
    const columns = Object.entries(rows[0] ?? {}).flatMap(([field, value]) => (isOneValue(value) ? [field] : []));
    const bytes = Buffer.from(stringify([...rows], { header: true, columns, escape_formulas: true, bom: true }));
    return { fileName: `${this.name}.csv`, fileType: 'text/csv', fileSize: bytes.length, content: bytes.toString('base64') };
  }
}

/** The newest ones of what the list has. */
export async function wholeList<Item>(
  list: (page: PageRequest) => Promise<Page<Item>>,
  { before: first, from }: PageRequest,
): Promise<WholeList<Item>> {
  const items: Item[] = [];
  const within = ({ before = first, size }: PageRequest) => list({ before, size, ...(from === undefined ? {} : { from }) });
  for await (const item of readAll(within, ROWS_AT_ONCE)) if (items.push(item) === MOST_ROWS) break;
  return { items, next: undefined, isFile: true };
}

function isOneValue(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

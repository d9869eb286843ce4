import { stringify } from 'csv-stringify/sync';
import { lagosDate, lagosTime } from '../../kernel/lagos-time.js';
import { type Page, type PageRequest, readAll } from '../../kernel/pagination.js';

/** More are narrowed by days. */
export const MOST_ROWS = 5_000;
const ROWS_AT_ONCE = 200;
/** A reference or a phone number may have as many digits, so times are known by their fields. */
export const TIMES: ReadonlySet<string> = new Set(
  ['recorded', 'created_at', 'updated_at', 'submitted_at', 'lastUpdated', 'suspendedAt', 'activeTime', 'issued', 'queued', 'used']
    .concat('ended', 'settled', 'decided', 'due', 'since', 'from', 'until', 'expires', 'ax_expire', 'next_query', 'next_attempt')
    .concat('our_time', 'their_time', 'perxStart', 'perxEnds', 'coolingOff'),
);

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
    const rows = (masked(this.rows) as readonly Readonly<Record<string, unknown>>[]).map(withReadableTimes);
    const columns = Object.entries(rows[0] ?? {}).flatMap(([field, value]) => (isOneValue(value) ? [field] : []));
    const cast = { boolean: String };
    const bytes = Buffer.from(stringify([...rows], { header: true, columns, cast, escape_formulas: true, bom: true }));
    return { fileName: `${this.name}.csv`, fileType: 'text/csv', fileSize: bytes.length, content: bytes.toString('base64') };
  }
}

export interface Newest<Item> {
  readonly items: readonly Item[];
  /** There are older ones. */
  readonly more: boolean;
}

/** The newest rows of a list, as many as a file may have. */
export async function newestOf<Item>(
  list: (page: PageRequest) => Promise<Page<Item>>,
  { before: first, from }: PageRequest,
): Promise<Newest<Item>> {
  const items: Item[] = [];
  const within = ({ before = first, size }: PageRequest) => list({ before, size, ...(from === undefined ? {} : { from }) });
  for await (const item of readAll(within, ROWS_AT_ONCE)) {
    if (items.length === MOST_ROWS) return { items, more: true };
    items.push(item);
  }
  return { items, more: false };
}

/** Times as `2026-11-29 10:15:00`, in Lagos. */
function withReadableTimes(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(row).map(([field, value]) => {
    const ms = TIMES.has(field) ? timeIn(String(value)) : undefined;
    return [field, ms === undefined ? value : `${lagosDate(ms)} ${lagosTime(ms)}`] as const;
  });
  return Object.fromEntries(entries);
}

/** Unix seconds, milliseconds or ISO 8601; undefined for anything else. */
function timeIn(text: string): number | undefined {
  if (/^\d{10}$/.test(text)) return Number(text) * 1_000;
  if (/^\d{13}$/.test(text)) return Number(text);
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? Date.parse(text) : undefined;
}

function isOneValue(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

export class Cursor<Row> {
  private readonly rows: AsyncIterator<Row>;
  private next: { readonly row: Row | undefined } | undefined;

  constructor(rows: AsyncIterable<Row>) {
    this.rows = rows[Symbol.asyncIterator]();
  }

  /** The next row, without consuming it; undefined at the end. */
  async peek(): Promise<Row | undefined> {
    if (!this.next) {
      const { done, value } = await this.rows.next();
      this.next = { row: done ? undefined : value };
    }
    return this.next.row;
  }

  async take(): Promise<Row | undefined> {
    const row = await this.peek();
    if (row !== undefined) this.next = undefined;
    return row;
  }
}

/** Passes the rows for which `belongs` holds to `check`, up to the first for which it returns something. */
export async function each<Row, Found>(
  cursor: Cursor<Row>,
  belongs: (row: Row) => boolean,
  check: (row: Row) => Found | undefined,
): Promise<Found | undefined> {
  for (;;) {
    const row = await cursor.peek();
    if (row === undefined || !belongs(row)) return undefined;
    await cursor.take();
    const found = check(row);
    if (found) return found;
  }
}

/** The same for every row. */
export function every<Row, Found>(rows: AsyncIterable<Row>, check: (row: Row) => Found | undefined): Promise<Found | undefined> {
  return each(new Cursor(rows), () => true, check);
}

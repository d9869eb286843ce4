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

/** Passes the rows for which `belongs` holds to `check`. */
export async function each<Row>(cursor: Cursor<Row>, belongs: (row: Row) => boolean, check: (row: Row) => void): Promise<void> {
  for (;;) {
    const row = await cursor.peek();
    if (row === undefined || !belongs(row)) return;
    await cursor.take();
    check(row);
  }
}

/** The same for every row. */
export function every<Row>(rows: AsyncIterable<Row>, check: (row: Row) => void): Promise<void> {
  return each(new Cursor(rows), () => true, check);
}

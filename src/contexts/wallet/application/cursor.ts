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

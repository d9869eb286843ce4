const PAGE_ROWS = 200;
const PAGES = 5;

/** Queues due rows a page at a time, continuing after the last row, so that rows that stay due do not hide others. */
export class PagedSweep<Row> {
  private last: Row | undefined;

  /** @param readAfter reads in a fixed order, from the first row where none is given */
  constructor(
    private readonly readAfter: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
    private readonly handOver: (rows: readonly Row[]) => Promise<void>,
    private readonly pageRows = PAGE_ROWS,
  ) {}

  async run(pages = PAGES): Promise<void> {
    for (let page = 0; page < pages; page++) if (!(await this.runPage())) return;
  }

  /** False when the end was reached. */
  async runPage(): Promise<boolean> {
    const rows = await this.readAfter(this.last, this.pageRows);
    if (rows.length > 0) await this.handOver(rows);
    const hasMore = rows.length === this.pageRows;
    this.last = hasMore ? rows.at(-1) : undefined;
    return hasMore;
  }
}

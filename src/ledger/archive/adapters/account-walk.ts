import type { StoredPosting } from '../../chain/domain/stored-rows.js';
import type { PostingArchive, RowSource } from './posting-archive.js';

interface Numbered {
  /** Within an account, from 1 without gaps. */
  readonly seq: number;
  readonly createdAt: number;
}

/**
 * A page of an account's postings, newest first: rows of the table, then what is in files. Rows are deleted oldest first and after
 * their part was recorded, so what follows below the rows that were found is in the parts of now. @throws Error where a posting
 * is in neither
 */
export async function withArchived<Entry extends Numbered>(
  archive: PostingArchive,
  source: RowSource,
  account: string,
  found: readonly Entry[],
  page: { readonly before: number | undefined; readonly limit: number },
  entryOf: (posting: StoredPosting) => Entry,
): Promise<Entry[]> {
  const rows = upToGap(found, -1);
  const last = rows.at(-1);
  if (rows.length === page.limit || last?.seq === 1) return rows;
  const bounds = { ...(page.before === undefined ? {} : { to: page.before }), ...(last ? { belowSeq: last.seq } : {}) };
  const older = await archive.newestFirst(source, account, bounds, page.limit - rows.length);
  const entries = [...rows, ...older.map(entryOf)];
  const whole = upToGap(entries, -1);
  const end = whole.at(-1);
  const isCut = whole.length < entries.length || (whole.length < page.limit && end !== undefined && end.seq !== 1);
  if (isCut) throw missingPosting(account, end!.seq - 1);
  return whole;
}

export interface AccountWalk<Entry> {
  readonly account: string;
  /** Inclusive, in unix ms. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** Rows of the table from a time and after a sequence number, in portions. */
  readonly read: (since: number, afterSeq: number) => Promise<Entry[]>;
  readonly entriesOf: (postings: readonly StoredPosting[]) => Promise<Entry[]> | Entry[];
}

/** The account's postings between two times, oldest first, from files and from the table. @throws Error where one is in neither */
export async function* oldestFirst<Entry extends Numbered>(
  archive: PostingArchive,
  source: RowSource,
  walk: AccountWalk<Entry>,
): AsyncGenerator<Entry[]> {
  let last: Entry | undefined;
  for (;;) {
    const rows = upToGap(await walk.read(last?.createdAt ?? walk.from, last?.seq ?? 0), 1);
    const [next] = rows;
    if (!follows(next, last)) {
      for await (const entries of archivedBetween(archive, source, walk, last, next)) {
        yield entries;
        last = entries.at(-1);
      }
      if (last && next && !follows(next, last)) throw missingPosting(walk.account, last.seq + 1);
    }
    if (!next) return;
    yield rows;
    last = rows.at(-1);
  }
}

/** What files have after one posting and before the next that the table has. @throws Error where one is missing */
async function* archivedBetween<Entry extends Numbered>(
  archive: PostingArchive,
  source: RowSource,
  { account, from, to, entriesOf }: AccountWalk<Entry>,
  after: Entry | undefined,
  next: Entry | undefined,
): AsyncGenerator<Entry[]> {
  let last = after;
  const bounds = { from: after?.createdAt ?? from, to, afterSeq: after?.seq ?? 0, ...(next ? { belowSeq: next.seq } : {}) };
  for await (const postings of archive.oldestFirst(source, account, bounds)) {
    const entries = await entriesOf(postings);
    const known = last ? [last, ...entries] : entries;
    if (upToGap(known, 1).length < known.length) throw missingPosting(account, (last?.seq ?? 0) + 1);
    yield entries;
    last = entries.at(-1);
  }
}

function follows(next: Numbered | undefined, last: Numbered | undefined): boolean {
  return next?.seq === (last?.seq ?? 0) + 1;
}

/** The entries up to the first that does not follow the one before it. */
function upToGap<Entry extends Numbered>(entries: readonly Entry[], step: 1 | -1): Entry[] {
  const gap = entries.findIndex(({ seq }, place) => place > 0 && seq !== entries[place - 1]!.seq + step);
  return gap < 0 ? [...entries] : entries.slice(0, gap);
}

function missingPosting(account: string, seq: number): Error {
  return new Error(`posting ${seq} of account ${account} is neither in the table nor in the ledger archive: run ledger:verify`);
}

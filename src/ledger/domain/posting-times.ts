import { isSystemAccount } from './account.js';
import type { Journal } from './journal.js';

/** Postings of one wallet in one millisecond: one page of its history, because pages continue from a time. */
export const POSTINGS_PER_MS = 15;

export type PostingCounts = ReadonlyMap<string, number>;

/** Dates journals in order, and moves on a millisecond where a wallet has `POSTINGS_PER_MS` postings. */
export class PostingTimes {
  private readonly counts: Map<string, number>;
  private areKnown: boolean;

  /** @param counts those at `latest`, where this process knows them */
  constructor(
    private latest: number,
    counts: PostingCounts | undefined,
  ) {
    this.counts = new Map(counts);
    this.areKnown = counts !== undefined;
  }

  /** The time of a command that arrived at `arrivedAt`. */
  next(arrivedAt: number, journal: Journal | undefined): number {
    const time = Math.max(arrivedAt, this.latest);
    if (!journal || time > this.latest) return time;
    // The head is ahead of the clock, so any number of postings may have its time.
    if (!this.areKnown && arrivedAt < this.latest) return time + 1;
    const isFull = [...countsOf(journal)].some(([account, count]) => (this.counts.get(account) ?? 0) + count > POSTINGS_PER_MS);
    return isFull ? time + 1 : time;
  }

  posted(time: number, journal: Journal): void {
    if (time > this.latest) this.counts.clear();
    this.latest = time;
    this.areKnown = true;
    for (const [account, count] of countsOf(journal)) this.counts.set(account, (this.counts.get(account) ?? 0) + count);
  }

  get postingCounts(): PostingCounts {
    return this.counts;
  }
}

function countsOf({ postings }: Journal): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { account } of postings) if (!isSystemAccount(account)) counts.set(account, (counts.get(account) ?? 0) + 1);
  return counts;
}

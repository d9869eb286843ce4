import { isSystemAccount } from './account.js';
import type { Journal } from './journal.js';

/** Postings of one wallet that may share a millisecond: what a page of its history holds, so that it never holds more. */
export const POSTINGS_PER_MS = 15;

/** How many postings each wallet has at the time of the head. */
export type PostingCounts = ReadonlyMap<string, number>;

/**
 * Gives each journal its time: not before the one that it follows, nor where one of its wallets has a page of postings
 * already. Lists go on from a time, so a page can only end between two.
 */
export class PostingTimes {
  private readonly counts: Map<string, number>;
  private areKnown: boolean;

  /**
   * @param latest  the time of the head, unix ms
   * @param counts  those at that time, where this process knows them
   */
  constructor(
    private latest: number,
    counts: PostingCounts | undefined,
  ) {
    this.counts = new Map(counts);
    this.areKnown = counts !== undefined;
  }

  /** The time of a command that arrived then. */
  next(arrivedAt: number, journal: Journal | undefined): number {
    const time = Math.max(arrivedAt, this.latest);
    if (!journal || time > this.latest) return time;
    // The head is ahead of the clock, so any number of batches may have been dated by it.
    if (!this.areKnown && arrivedAt < this.latest) return time + 1;
    const isFull = [...countsOf(journal)].some(([account, count]) => (this.counts.get(account) ?? 0) + count > POSTINGS_PER_MS);
    return isFull ? time + 1 : time;
  }

  /** The journal was posted at that time. */
  posted(time: number, journal: Journal): void {
    if (time > this.latest) this.counts.clear();
    this.latest = time;
    this.areKnown = true;
    for (const [account, count] of countsOf(journal)) this.counts.set(account, (this.counts.get(account) ?? 0) + count);
  }

  /** At the time of the last journal. */
  get postingCounts(): PostingCounts {
    return this.counts;
  }
}

function countsOf({ postings }: Journal): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { account } of postings) if (!isSystemAccount(account)) counts.set(account, (counts.get(account) ?? 0) + 1);
  return counts;
}

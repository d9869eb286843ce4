import { hash } from 'node:crypto';

const BUCKETS = 1_024;
const MODULUS = 2 ** 48;

/** Buckets that are read again at once, so that memory stays bounded. */
const MOST_BUCKETS = 64;

export interface BucketDifference {
  isSuspected(id: string): boolean;
  /** Whether there are buckets that `isSuspected` leaves out. */
  readonly isPartial: boolean;
}

export function differenceOf(sums: Float64Array): BucketDifference | undefined {
  const different = [...sums.keys()].filter((bucket) => sums[bucket] !== 0);
  if (different.length === 0) return undefined;
  const suspected = new Set(different.slice(0, MOST_BUCKETS));
  return { isSuspected: (id) => suspected.has(ListSums.bucketOf(id)), isPartial: different.length > MOST_BUCKETS };
}

/**
 * Compares long lists in any order, and in parts, by sums of hashes in buckets: what was added and subtracted leaves nothing. Only
 * items of a bucket that differs are read again.
 */
export class ListSums {
  private readonly sums = new Float64Array(BUCKETS);

  /** @param secret keeps whoever writes the lists from choosing items whose sums are equal */
  constructor(private readonly secret: string) {}

  static bucketOf(id: string): number {
    // FNV-1a
    let value = 0x811c9dc5;
    for (let index = 0; index < id.length; index++) value = Math.imul(value ^ id.charCodeAt(index), 0x01000193);
    return (value >>> 0) % BUCKETS;
  }

  /** @param content what is compared beside the id */
  add(id: string, content = ''): void {
    this.change(ListSums.bucketOf(id), this.valueOf(id, content));
  }

  subtract(id: string, content = ''): void {
    this.change(ListSums.bucketOf(id), MODULUS - this.valueOf(id, content));
  }

  /** @param sums under the same secret */
  addAll(sums: readonly number[]): void {
    for (const [bucket, value] of sums.entries()) this.change(bucket, value);
  }

  toJSON(): number[] {
    return [...this.sums];
  }

  /** A predicate for the ids of buckets that differ; undefined where nothing is left. */
  difference(): BucketDifference | undefined {
    return differenceOf(this.sums);
  }

  private change(bucket: number, value: number): void {
    this.sums[bucket] = (this.sums[bucket]! + value) % MODULUS;
  }

  private valueOf(id: string, content: string): number {
    return hash('sha256', `${this.secret}\n${id}\n${content}`, 'buffer').readUIntBE(0, 6);
  }
}

import { hash } from 'node:crypto';

const BUCKETS = 1_024;
const MODULUS = 2 ** 48;

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

  /** A predicate for the ids of the first bucket that differs; undefined where nothing is left. */
  difference(): ((id: string) => boolean) | undefined {
    const different = this.sums.findIndex((sum) => sum !== 0);
    return different === -1 ? undefined : (id) => ListSums.bucketOf(id) === different;
  }

  private change(bucket: number, value: number): void {
    this.sums[bucket] = (this.sums[bucket]! + value) % MODULUS;
  }

  private valueOf(id: string, content: string): number {
    return hash('sha256', `${this.secret}\n${id}\n${content}`, 'buffer').readUIntBE(0, 6);
  }
}

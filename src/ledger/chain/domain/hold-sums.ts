import { hash } from 'node:crypto';
import { type BucketDifference, differenceOf, ListSums } from './list-sums.js';

const BUCKETS = 1_024;
/** The greatest prime below 2^48. */
const MODULUS = 281_474_976_710_597;

/**
 * Compares what journals moved for subjects with what their holds say, in any order and in parts: each amount is multiplied by a
 * secret number of its subject and account, so that amounts which agree leave nothing, and others cannot be made to.
 */
export class HoldSums {
  private readonly sums = new Float64Array(BUCKETS);

  constructor(private readonly secret: string) {}

  add(subject: string, account: string, amountKobo: number): void {
    const factor = hash('sha256', `${this.secret}\n${subject}\n${account}`, 'buffer').readUIntBE(0, 6);
    const value = (BigInt(factor) * BigInt(amountKobo)) % BigInt(MODULUS);
    this.change(ListSums.bucketOf(subject), Number(value));
  }

  subtract(subject: string, account: string, amountKobo: number): void {
    this.add(subject, account, -amountKobo);
  }

  /** @param sums under the same secret */
  addAll(sums: readonly number[]): void {
    for (const [bucket, value] of sums.entries()) this.change(bucket, value);
  }

  toJSON(): number[] {
    return [...this.sums];
  }

  /** A predicate for the subjects of buckets that differ; undefined where nothing is left. */
  difference(): BucketDifference | undefined {
    return differenceOf(this.sums);
  }

  private change(bucket: number, value: number): void {
    this.sums[bucket] = (this.sums[bucket]! + value + MODULUS) % MODULUS;
  }
}

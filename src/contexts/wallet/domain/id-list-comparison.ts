import { hash } from 'node:crypto';

const BUCKETS = 4_096;
const MODULUS = 2 ** 48;

/** Compares two long lists of ids in any order by sums in buckets; only ids of a bucket that differs are read again. */
export class IdListComparison {
  private readonly sums = new Float64Array(BUCKETS);

  addToOne(id: string): void {
    const { bucket, value } = place(id);
    this.sums[bucket] = (this.sums[bucket]! + value) % MODULUS;
  }

  addToOther(id: string): void {
    const { bucket, value } = place(id);
    this.sums[bucket] = (this.sums[bucket]! + MODULUS - value) % MODULUS;
  }

  /** A predicate for the ids of the first bucket that differs; undefined when both lists are equal. */
  difference(): ((id: string) => boolean) | undefined {
    const different = this.sums.findIndex((sum) => sum !== 0);
    return different === -1 ? undefined : (id) => place(id).bucket === different;
  }
}

function place(id: string): { bucket: number; value: number } {
  const digest = hash('sha256', id, 'buffer');
  return { bucket: digest.readUInt16BE(0) % BUCKETS, value: digest.readUIntBE(2, 6) };
}

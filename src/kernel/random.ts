import { randomFillSync } from 'node:crypto';

/** System randomness is read in large blocks because each call is expensive. */
export class RandomPool {
  private readonly pool = Buffer.alloc(4096);
  private used = this.pool.length;

  constructor(private readonly fill: (block: Buffer) => void) {}

  bytes(size: number): Buffer {
    if (this.used + size > this.pool.length) this.refill();
    const bytes = Buffer.from(this.pool.subarray(this.used, this.used + size));
    // Bytes that were handed out may be a secret.
    this.pool.fill(0, this.used, this.used + size);
    this.used += size;
    return bytes;
  }

  byte(): number {
    if (this.used === this.pool.length) this.refill();
    return this.pool[this.used++]!;
  }

  private refill(): void {
    this.fill(this.pool);
    this.used = 0;
  }
}

const machine = new RandomPool((block) => void randomFillSync(block));
let source = () => machine;

/** For a simulation, in which each process has its own. @returns restores the former randomness */
export function useRandom(pool: () => RandomPool): () => void {
  const before = source;
  source = pool;
  return () => void (source = before);
}

export function randomPool(): RandomPool {
  return source();
}

export function pooledRandomBytes(size: number): Buffer {
  return source().bytes(size);
}

export function randomByte(): number {
  return source().byte();
}

/** A number from 0 to 1, in steps of 1/256; for pauses, not for secrets. */
export function randomFraction(): number {
  return randomByte() / 256;
}

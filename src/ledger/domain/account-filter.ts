import { createHash } from 'node:crypto';

const HASHES = 6;
const BITS_PER_ACCOUNT = 10;
/** 32 KiB. */
const MOST_BITS = 2 ** 18;
const FEWEST_BITS = 64;

/** A Bloom filter: tells for certain that an account is not among those that were added. */
export class AccountFilter {
  private constructor(private readonly bits: Buffer) {}

  static of(accounts: ReadonlySet<string>): AccountFilter {
    const wanted = 2 ** Math.ceil(Math.log2(Math.max(1, accounts.size * BITS_PER_ACCOUNT)));
    const filter = new AccountFilter(Buffer.alloc(Math.min(MOST_BITS, Math.max(FEWEST_BITS, wanted)) / 8));
    for (const account of accounts) for (const bit of filter.bitsOf(account)) filter.bits[bit >> 3]! |= 1 << (bit & 7);
    return filter;
  }

  static parse(text: string): AccountFilter {
    return new AccountFilter(Buffer.from(text, 'base64'));
  }

  mayHave(account: string): boolean {
    return this.bitsOf(account).every((bit) => (this.bits[bit >> 3]! & (1 << (bit & 7))) !== 0);
  }

  toString(): string {
    return this.bits.toString('base64');
  }

  private bitsOf(account: string): number[] {
    const digest = createHash('sha256').update(account).digest();
    const length = this.bits.length * 8;
    return Array.from({ length: HASHES }, (_, index) => digest.readUInt32LE(index * 4) % length);
  }
}

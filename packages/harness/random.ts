/** A seeded generator (mulberry32). */
export class Random {
  constructor(private state: number) {}

  /** 0 inclusive to 1 exclusive. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((value) => ({ value, at: this.next() }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ value }) => value);
  }

  /** Characters from all of Unicode, lone surrogates included. */
  text(length: number): string {
    const ends = [0x80, 0x80, 0x800, 0x10000, 0x110000];
    return Array.from({ length }, () => String.fromCodePoint(this.below(this.pick(ends)))).join('');
  }
}

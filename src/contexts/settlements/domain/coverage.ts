import { type Kobo, sumKobo } from '../../../kernel/money.js';

/** An account of ours, and what is in it. */
export interface NamedBalance {
  readonly name: string;
  /** What the books say. */
  readonly bookKobo: Kobo;
  /** What the bank's statement or the provider says at the end of that day; undefined where it was not told. */
  readonly theirsKobo: Kobo | undefined;
}

/** What we owe to users, and what it is covered by. */
export interface Coverage {
  readonly walletsKobo: bigint;
  readonly heldKobo: bigint;
  readonly suspenseKobo: Kobo;
  readonly banks: readonly NamedBalance[];
  readonly providers: readonly NamedBalance[];
  /** What there is beyond what is owed; below zero where it is less. */
  readonly differenceKobo: bigint;
}

/** What a bank or provider says counts, and the books where it says nothing. */
export function coverageOf(owed: Omit<Coverage, 'differenceKobo'>): Coverage {
  const there = sumKobo([...owed.banks, ...owed.providers].map(({ bookKobo, theirsKobo }) => theirsKobo ?? bookKobo));
  return { ...owed, differenceKobo: there - owed.walletsKobo - owed.heldKobo - BigInt(owed.suspenseKobo) };
}

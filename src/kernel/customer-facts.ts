import type { Kobo } from './money.js';

export interface CustomerFacts {
  /** What is due; zero where nothing is. */
  readonly amountKobo: Kobo;
  readonly details: Readonly<Record<string, string>>;
}

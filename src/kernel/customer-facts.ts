import type { Kobo } from './money.js';

export interface CustomerFacts {
  /** The amount due; zero for none. */
  readonly amountKobo: Kobo;
  readonly details: Readonly<Record<string, string>>;
}

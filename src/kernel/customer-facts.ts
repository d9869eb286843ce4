import type { Kobo } from './money.js';

/** What a provider says of a customer when it verifies one. */
export interface CustomerFacts {
  /** What is due; zero where nothing is. */
  readonly amountKobo: Kobo;
  /** The provider's own. */
  readonly details: Readonly<Record<string, string>>;
}

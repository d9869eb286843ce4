import type { CatalogueSnapshot, Listing } from '../../domain/catalogue.js';

export interface CatalogueChange {
  readonly categories: number;
  readonly billers: number;
  readonly items: number;
  /** Entries that are offered no longer. */
  readonly retired: number;
}

/** The stored catalogue. */
export abstract class Catalogue {
  /** The catalogue of now, at most a few seconds old; from memory nearly always. */
  abstract current(): Promise<CatalogueSnapshot>;
  /**
   * Takes over what a provider sells. Entries that a provider before it in failover order offers keep their form
   * and gain a route; those that it offered and lists no longer become inactive.
   */
  abstract replace(provider: string, listing: Listing): Promise<CatalogueChange>;
  /** Unix ms of the last `replace` of a provider; undefined before the first. */
  abstract syncedAt(provider: string): Promise<number | undefined>;
}

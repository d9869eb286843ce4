/** Pictures of billers, copied from their providers, so that apps load nothing from other hosts. */
export abstract class BillerLogos {
  /** Of our copy; empty where there is none. @param source the provider's address, or empty */
  abstract urlOf(source: string): string;
  /** Copies what is not copied yet. Call it outside of a unit of work. */
  abstract copy(sources: readonly string[]): Promise<void>;
}

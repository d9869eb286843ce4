/** A place outside of the database for signed heads of the chain; nothing in it is changed. */
export interface Anchors {
  add(name: string, line: string): Promise<void>;
  /** All lines, oldest first. */
  lines(): Promise<string[]>;
}

export abstract class AnchorPlaces {
  /** @param url as in LEDGER_ANCHOR_URL */
  abstract at(url: string): Anchors;
}

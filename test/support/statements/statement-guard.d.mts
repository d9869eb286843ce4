export interface Watch {
  /** How many packets and preparations were sent. */
  readonly seen: number;
  /** By `engine: name`, the first statement. */
  readonly refused: ReadonlyMap<string, string>;
}

export function watchStatements(database: string, forbids: boolean): Watch;

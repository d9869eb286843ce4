export const sandboxToken: string;

/** A fresh sandbox to record in. */
export class World {
  static start(): Promise<World>;
  readonly origin: string;
  /** What the scenario takes from outside: keys, codes and secrets. */
  readonly variables: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

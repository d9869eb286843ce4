/** How much is cached and for how long. Short without Redis, where another process could not be told of a change. */
export class CacheSettings {
  readonly sessions: { readonly max: number; readonly lifeMs: number };
  readonly users: { readonly max: number; readonly lifeMs: number };

  constructor(isShared: boolean) {
    const lifeMs = isShared ? 30_000 : 5_000;
    this.sessions = { max: 50_000, lifeMs };
    this.users = { max: 50_000, lifeMs };
  }
}

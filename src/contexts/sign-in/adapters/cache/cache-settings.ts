/** Short times to live without Redis, where other processes are not notified. */
export class CacheSettings {
  readonly sessions: { readonly max: number; readonly ttlMs: number };
  readonly users: { readonly max: number; readonly ttlMs: number };

  constructor(isShared: boolean) {
    const ttlMs = isShared ? 30_000 : 5_000;
    this.sessions = { max: 50_000, ttlMs };
    this.users = { max: 50_000, ttlMs };
  }
}

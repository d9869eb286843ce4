import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource } from 'typeorm';
import { aroundQueries } from '../patches/typeorm.js';

/**
 * TypeORM has one connection for SQLite. Without a gate, a plain write during somebody else's open
 * transaction is rolled back with it. Every query passes here: first come, first served, and whoever holds
 * a transaction keeps the connection until its end.
 */
export class SqliteGate {
  private readonly holder = new AsyncLocalStorage<object>();
  private owner: object | undefined;
  private tail: Promise<unknown> = Promise.resolve();

  /** Runs `work` alone on the connection. Work within work joins it. */
  async exclusive<T>(work: () => T | Promise<T>): Promise<T> {
    const mine = this.holder.getStore();
    if (mine !== undefined && mine === this.owner) return work();
    const token = {};
    const turn = this.tail.then(async () => {
      this.owner = token;
      try {
        return await this.holder.run(token, work);
      } finally {
        this.owner = undefined;
      }
    });
    this.tail = turn.catch(() => undefined);
    return turn;
  }

  /** Puts the gate before every query and transaction of the data source. Call it after the migrations. */
  guard(dataSource: DataSource): void {
    aroundQueries(dataSource, (work) => this.exclusive(work));
  }
}

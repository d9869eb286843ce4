import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource } from 'typeorm';
import { aroundQueries } from '../patches/typeorm.js';

/** Shared by all gates: on Node 20 each storage that is in use slows down every promise of the process. */
const holder = new AsyncLocalStorage<object>();

/** A mutex for TypeORM's only SQLite connection: a write during another request's transaction would share its rollback. */
export class SqliteGate {
  private owner: object | undefined;
  private tail: Promise<unknown> = Promise.resolve();

  async exclusive<T>(work: () => T | Promise<T>): Promise<T> {
    const mine = holder.getStore();
    if (mine !== undefined && mine === this.owner) return work();
    const token = {};
    const turn = this.tail.then(async () => {
      this.owner = token;
      try {
        return await holder.run(token, work);
      } finally {
        this.owner = undefined;
      }
    });
    this.tail = turn.catch(() => undefined);
    return turn;
  }

  /** Call it after the migrations. */
  guard(dataSource: DataSource): void {
    aroundQueries(dataSource, (work) => this.exclusive(work));
  }
}

import { AsyncResource } from 'node:async_hooks';
import { World } from '../../packages/simulation/world.js';
import { DAY_MS } from '../../src/kernel/clock.js';
import { type Timer, useTime } from '../../src/kernel/timers.js';
import type { Database } from '../../src/platform/database/database.js';
import { mysqlPool } from '../../src/platform/patches/typeorm.js';

/** Turns of the event loop in which nothing happens before time goes on. */
const QUIET_TURNS = 4;

/** The time of this process, which a test moves. It stands still while anything runs, a statement at a server included. */
export class VirtualTime extends World {
  private readonly giveBack = useTime(this);
  private readonly databases: readonly Database[];

  /** @param databases whose statements are work that time waits for */
  constructor(...databases: readonly Database[]) {
    super(0, Date.now());
    this.databases = databases.filter(({ dialect }) => dialect === 'mysql');
  }

  /** The machine's time again. */
  end(): void {
    this.giveBack();
  }

  override after(ms: number, work: () => void): Timer {
    return super.after(ms, AsyncResource.bind(work));
  }

  override every(ms: number, work: () => void): Timer {
    return super.every(ms, AsyncResource.bind(work));
  }

  /** No time passes by it. */
  override soon(work: () => void): void {
    setImmediate(work);
  }

  /** Time goes on until the condition holds. */
  async until(condition: () => boolean | Promise<boolean>): Promise<void> {
    const end = this.nowMs + DAY_MS;
    await this.settled();
    while (!(await this.over(Promise.resolve(condition())))) {
      if (this.nowMs > end || !this.fireNext()) throw new Error(`never true: ${condition.toString()}`);
      await this.settled();
    }
  }

  /** Time goes on until the work is over. */
  async over<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const end = () => void (isOver = true);
    work.then(end, end);
    await this.settled();
    while (!isOver && this.fireNext()) await this.settled();
    return work;
  }

  protected override async settled(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet++) {
      await super.settled();
      if (this.isBusy) quiet = -1;
    }
  }

  private get isBusy(): boolean {
    return this.databases.some((database) => connectionsOf(database).some(isAtWork));
  }
}

/** Members of mysql2 that nothing else shows. */
interface Connection {
  readonly _command: unknown;
  readonly _commands: { readonly length: number };
}

function connectionsOf(database: Database): Connection[] {
  const { pool } = database as unknown as { readonly pool: unknown };
  return [mysqlPool(database.dataSource), pool].flatMap((each) => {
    const { _allConnections } = each as { readonly _allConnections: { toArray(): Connection[] } };
    return _allConnections.toArray();
  });
}

function isAtWork({ _command, _commands }: Connection): boolean {
  return Boolean(_command) || _commands.length > 0;
}

import { steadyMs } from '../../../kernel/timers.js';
import { type Connect, type Connection, LedgerConnection } from './ledger-connection.js';

const MAX_CONNECTIONS = 2;
const OPEN_AGAIN_MS = 10_000;

export class LedgerConnections {
  private readonly alive = new Set<Connection>();
  private readonly idle: Connection[] = [];
  private isOpening = false;
  /** When the second connection may be tried again (ms of `steadyMs`). */
  private openAgainAt = 0;
  private isClosed = false;
  private hasReported = false;

  /** @param answerMs how long a statement may take before the connection is closed */
  constructor(
    private readonly url: string,
    private readonly answerMs: number,
    private readonly report: (text: string) => void,
    private readonly onSlow: (session: number) => void,
    private readonly connect: Connect = (...given) => LedgerConnection.open(...given),
  ) {}

  get sessions(): ReadonlySet<number> {
    return new Set([...this.alive].map(({ session }) => session));
  }

  get areTwo(): boolean {
    return this.alive.size >= MAX_CONNECTIONS;
  }

  get areStalled(): boolean {
    return [...this.alive].some(({ isStalled }) => isStalled);
  }

  async take(): Promise<Connection> {
    for (let connection = this.idle.pop(); connection; connection = this.idle.pop()) {
      if (!connection.isOld) return connection;
      this.drop(connection);
    }
    const connection = await this.open();
    this.alive.add(connection);
    return connection;
  }

  giveBack(connection: Connection): void {
    if (!this.alive.has(connection)) return;
    if (this.isClosed) return this.drop(connection);
    this.idle.push(connection);
  }

  /** Opens the second connection in the background; without it, one is used. */
  async openSecond(): Promise<void> {
    if (this.areTwo || this.isOpening || steadyMs() < this.openAgainAt) return;
    this.isOpening = true;
    try {
      const connection = await this.open();
      this.alive.add(connection);
      this.giveBack(connection);
    } catch {
      this.openAgainAt = steadyMs() + OPEN_AGAIN_MS;
    } finally {
      this.isOpening = false;
    }
  }

  /** Idle connections are dropped too, because they probably lead to the same server. */
  dropWithIdle(connection: Connection): void {
    for (const each of [connection, ...this.idle]) this.drop(each);
  }

  drop(connection: Connection): void {
    this.alive.delete(connection);
    const index = this.idle.indexOf(connection);
    if (index !== -1) this.idle.splice(index, 1);
    connection.destroy();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.idle.splice(0).map((connection) => connection.end()));
  }

  private async open(): Promise<Connection> {
    const whenBroken = (broken: Connection, hasTimedOut: boolean) => {
      // After a time-out both are dropped: the waiting batch would time out on the same server again.
      const lost = hasTimedOut && this.alive.has(broken) ? [...this.alive] : [broken];
      for (const each of lost) this.drop(each);
    };
    const connection = await this.connect(this.url, this.answerMs, whenBroken, this.onSlow);
    if (connection.traits.isCluster && !this.hasReported) {
      this.hasReported = true;
      this.report('the database is a Galera cluster: batches of several nodes may be refused at their commit and run again');
    }
    return connection;
  }
}

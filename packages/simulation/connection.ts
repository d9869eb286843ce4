import { type BatchStage, toStoreFailure } from '../../src/ledger/adapters/store-failure.js';
import type { Connect, Connection } from '../../src/ledger/adapters/mysql/ledger-connection.js';
import { StoreFailure } from '../../src/ledger/application/ports.js';
import type { Timer } from '../../src/kernel/timers.js';
import { connectionLost, serverError, type Session, type SimulatedDatabase } from './database.js';
import type { Fault } from './schedule.js';
import { execute } from './statements.js';
import type { Host, World } from './world.js';

const LOOK_EVERY_MS = 1_000;
const REFUSED_AFTER_MS = 20;

/** What lies between a process and the database, and what is lost there. */
export interface Network {
  readonly world: World;
  readonly database: SimulatedDatabase;
  /** Of the packet that is sent now. */
  nextPacketFault(): Fault | undefined;
  /** One way, ms. */
  latencyMs(): number;
  wrong(text: string): void;
}

/** Connections of one process, for the faults that meet all of them. */
export class SimulatedConnections {
  private readonly open = new Set<SimulatedConnection>();

  constructor(
    private readonly network: Network,
    private readonly host: Host,
  ) {}

  readonly connect: Connect = async (_url, answerMs, onBroken) => {
    const { world, database } = this.network;
    await world.sleep(2 * this.network.latencyMs());
    if (database.downUntilMs > world.nowMs) {
      await world.sleep(REFUSED_AFTER_MS);
      throw new StoreFailure('unreachable', true, Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    }
    const silentMs = database.mutedUntilMs - world.nowMs;
    if (silentMs > 0) await world.sleep(silentMs);
    const connection = new SimulatedConnection(this.network, this.host, answerMs, onBroken);
    this.open.add(connection);
    return connection;
  };

  /** Packets vanish in both directions from now on, and nobody is told. */
  halfOpen(): void {
    for (const connection of this.open) connection.isHalfOpen = true;
    this.open.clear();
  }
}

class SimulatedConnection implements Connection {
  isStalled = false;
  traits = { isCluster: false, waitTimeoutMs: 60_000 };
  isHalfOpen = false;
  private isBroken = false;
  private lastArrivalMs = 0;
  private readonly server: Session;

  constructor(
    private readonly network: Network,
    private readonly host: Host,
    private readonly answerMs: number,
    private readonly onBroken: Parameters<Connect>[2],
  ) {
    this.server = network.database.open(host.name);
  }

  get session(): number {
    return this.server.no;
  }

  get isOld(): boolean {
    return this.isBroken;
  }

  query(sql: string): Promise<unknown[]> {
    return this.send(sql.split('; '), Infinity, () => undefined);
  }

  async commit(statements: readonly string[], answered: (count: number) => void): Promise<void> {
    await this.send([...statements, 'COMMIT'], statements.length, answered);
  }

  end(): Promise<void> {
    this.destroy();
    return Promise.resolve();
  }

  destroy(): void {
    this.isBroken = true;
    this.endSession();
  }

  /** As `LedgerConnection.send`: where the answer stays away the server is asked, and the limit counts where it does not answer. */
  private send(statements: readonly string[], commitAt: number, answered: (count: number) => void): Promise<unknown[]> {
    if (this.isBroken) return Promise.reject(toStoreFailure(connectionLost(), 'before commit', false));
    const { world, database } = this.network;
    let count = 0;
    return new Promise((resolve, reject) => {
      const timers: Timer[] = [];
      let isOver = false;
      const end = (settle: () => void) => {
        if (isOver) return;
        isOver = true;
        this.isStalled = false;
        for (const timer of timers) timer.stop();
        settle();
      };
      const fail = (error: unknown) => {
        const stage: BatchStage = count < commitAt ? 'before commit' : count === commitAt ? 'at commit' : 'after commit';
        end(() => reject(toStoreFailure(error, stage, commitAt !== Infinity)));
      };
      const giveUp = () => {
        this.break(true);
        fail(Object.assign(new Error('the database did not answer'), { code: 'ETIMEDOUT' }));
      };
      const look = () => {
        this.isStalled = Math.max(database.mutedUntilMs, database.downUntilMs) > world.nowMs;
        if (!this.isStalled && !this.server.isExecuting) giveUp();
      };
      timers.push(world.after(this.answerMs, giveUp), world.every(LOOK_EVERY_MS, look));
      const fault = this.network.nextPacketFault();
      if (fault) world.tell(`${this.host.name} ${fault.how}`);
      this.transmit(statements, fault, {
        answered: () => void (isOver || answered(++count)),
        finished: (rows) => end(() => resolve(rows)),
        failed: fail,
        lost: () => {
          this.break(false);
          fail(connectionLost());
        },
      });
    });
  }

  private transmit(statements: readonly string[], fault: Fault | undefined, client: Answers): void {
    const { world, database } = this.network;
    if (this.isHalfOpen) return;
    const arrivalMs = Math.max(world.nowMs + this.network.latencyMs(), database.mutedUntilMs);
    if (fault?.how === 'lost request')
      return this.toClient(
        () => client.lost(),
        () => this.endSession(),
      );
    world.beside(() =>
      world.after(
        arrivalMs - world.nowMs,
        () =>
          void this.serve(statements, fault, client).catch((error: unknown) => {
            this.network.wrong(String(error));
          }),
      ),
    );
  }

  /** At the server: statement by statement, until one fails. */
  private async serve(statements: readonly string[], fault: Fault | undefined, client: Answers): Promise<void> {
    const { world, database } = this.network;
    const { server } = this;
    if (server.isKilled) return this.toClient(() => client.lost());
    server.packets++;
    server.isExecuting = true;
    const place = Math.floor((fault?.share ?? 0) * statements.length);
    const rows: unknown[] = [];
    try {
      if (fault?.how === 'slow') await world.sleep(fault.ms);
      for (const [index, statement] of statements.entries()) {
        const isCommit = statement === 'COMMIT';
        this.fail(fault, index === place, isCommit, statements.at(-1) === 'COMMIT');
        await world.sleep(0.02);
        if (server.isKilled) throw connectionLost();
        rows.push(await execute(database, server, statement));
        if (isCommit && fault?.how === 'lost answer') throw connectionLost();
        this.toClient(() => client.answered());
      }
      server.isExecuting = false;
      database.watchIdle(server);
      this.toClient(() => client.finished(rows));
    } catch (error) {
      server.isExecuting = false;
      const isLost = (error as { code?: string }).code === 'ECONNRESET';
      if (isLost) database.kill(server);
      else if ((error as { errno?: number }).errno === 1213) database.rollback(server);
      else if ((error as { errno?: number }).errno === undefined) throw error;
      database.watchIdle(server);
      this.toClient(() => (isLost ? client.lost() : client.failed(error)));
    }
    if (this.host.isDead || server.isAbandoned) database.kill(server);
  }

  private fail(fault: Fault | undefined, isPlace: boolean, isCommit: boolean, isBatch: boolean): void {
    if (fault?.how === 'lost inside' && isPlace) throw connectionLost();
    if (fault?.how === 'deadlock' && isPlace && !isCommit) throw serverError(1213, 'ER_LOCK_DEADLOCK');
    if (fault?.how === 'lost at commit' && isCommit) throw connectionLost();
    // As Galera does: the server ends the transaction of a batch, and what follows in its packet runs in a new one.
    if (fault?.how === 'split' && isPlace && isBatch && !isCommit) this.network.database.rollback(this.server);
    if (fault?.how !== 'refused commit' || !isCommit) return;
    this.network.database.rollback(this.server);
    throw serverError(3101, 'ER_TRANSACTION_ROLLBACK_DURING_COMMIT');
  }

  /** In the order in which the server sent it, and not to a process that has ended. */
  private toClient(work: () => void, first: () => void = () => undefined): void {
    const { world, database } = this.network;
    if (this.isHalfOpen) return;
    first();
    const arrivalMs = Math.max(world.nowMs + this.network.latencyMs(), database.mutedUntilMs, this.lastArrivalMs);
    this.lastArrivalMs = arrivalMs;
    world.on(this.host, () => world.after(arrivalMs - world.nowMs, work));
  }

  private break(hasTimedOut: boolean): void {
    if (this.isBroken) return;
    this.isBroken = true;
    this.endSession();
    this.onBroken(this, hasTimedOut);
  }

  /** The server hears of it, or is told by another connection. */
  private endSession(): void {
    const { world, database } = this.network;
    const { server } = this;
    world.beside(() =>
      world.after(this.network.latencyMs(), () => {
        if (!server.isExecuting) database.kill(server);
        else server.isAbandoned = true;
      }),
    );
  }
}

interface Answers {
  answered(): void;
  finished(rows: unknown[]): void;
  failed(error: unknown): void;
  lost(): void;
}

import type { SimulatedDatabase } from './database.js';
import type { Oracle } from './oracle.js';
import { WALLETS } from './commands.js';
import type { SimulatedProcess } from './process.js';
import type { SimulatedRedis } from './redis.js';
import type { Fault, Schedule } from './schedule.js';
import type { World } from './world.js';

export interface Cluster {
  readonly world: World;
  readonly database: SimulatedDatabase;
  readonly redis: SimulatedRedis;
  readonly oracle: Oracle;
  readonly processes: SimulatedProcess[];
  boot(): SimulatedProcess;
}

type Timed = Extract<Fault, { of: 'time' }>;

/** Carries out a schedule. */
export class Faults {
  readonly happened: Fault[] = [];
  private readonly packets: Map<number, Fault>;
  private readonly messages: Map<number, Fault>;
  private readonly timed: readonly Timed[];
  private sentPackets = 0;
  private sentMessages = 0;
  private isOn = false;

  constructor(schedule: Schedule) {
    const byNumber = (of: Fault['of']) => new Map(schedule.filter((fault) => fault.of === of).map((fault) => [fault.at, fault]));
    this.packets = byNumber('packet');
    this.messages = byNumber('message');
    this.timed = schedule.filter((fault): fault is Timed => fault.of === 'time');
  }

  nextPacket(): Fault | undefined {
    return this.next(this.packets.get(++this.sentPackets));
  }

  nextMessage(): Fault | undefined {
    return this.next(this.messages.get(++this.sentMessages));
  }

  /** Before it nothing fails, and nothing is counted. */
  begin(cluster: Cluster): void {
    this.isOn = true;
    this.sentPackets = 0;
    this.sentMessages = 0;
    for (const fault of this.timed)
      cluster.world.beside(() =>
        cluster.world.after(fault.at, () => (this.next(fault) ? this.cause(cluster, fault) : undefined)),
      );
  }

  /** Everything is well again. */
  end({ database, redis, processes }: Cluster): void {
    this.isOn = false;
    database.downUntilMs = database.mutedUntilMs = redis.awayUntilMs = 0;
    database.blockedTables.clear();
    for (const { host, channel } of processes) {
      host.frozenUntilMs = 0;
      channel.deafUntilMs = 0;
    }
  }

  private next(fault: Fault | undefined): Fault | undefined {
    if (!fault || !this.isOn) return undefined;
    this.happened.push(fault);
    return fault;
  }

  private cause(cluster: Cluster, { how, ms, share }: Timed): void {
    const { world, database, redis, oracle, processes } = cluster;
    const process = processes[Math.floor(share * processes.length)]!;
    const writer = processes.find(({ isWriter }) => isWriter) ?? process;
    // Half of them meet the writer, because it has the money.
    const met = Math.floor(share * 1_000) % 2 === 0 ? writer : process;
    const untilMs = world.nowMs + ms;
    const isAlone = processes.length === 1;
    world.tell(`${how} for ${ms} ms: ${met.host.name}`);
    switch (how) {
      case 'kill':
        if (isAlone) oracle.excuse(untilMs);
        processes.splice(processes.indexOf(met), 1);
        met.kill();
        // Another one is there at once where it was the only one.
        if (isAlone) cluster.boot();
        else world.after(ms, () => void cluster.boot());
        break;
      case 'freeze':
        if (isAlone) oracle.excuse(untilMs);
        met.host.frozenUntilMs = untilMs;
        break;
      case 'redis away':
        redis.awayUntilMs = untilMs;
        break;
      case 'database away':
        oracle.excuse(untilMs);
        database.downUntilMs = untilMs;
        database.killAll();
        break;
      case 'database silent':
        oracle.excuse(untilMs);
        database.mutedUntilMs = untilMs;
        break;
      case 'table locked':
        oracle.lock('purchase', untilMs);
        database.blockedTables.set('purchase', untilMs);
        break;
      case 'head locked':
        oracle.excuse(untilMs);
        this.lock(cluster, 'ledger_head', ms);
        break;
      case 'account locked':
        oracle.lock(walletAt(share), untilMs);
        this.lock(cluster, `ledger_account ${walletAt(share)}`, ms);
        break;
      case 'deaf':
        met.channel.deafen(ms);
        break;
      case 'half open':
        met.connections.halfOpen();
        break;
    }
  }

  /** By a session of somebody else. */
  private lock({ world, database }: Cluster, name: string, ms: number): void {
    const session = database.open('somebody');
    void database.lock(session, name, ms).then(
      () => world.after(ms, () => database.kill(session)),
      () => database.kill(session),
    );
  }
}

function walletAt(share: number): string {
  return WALLETS[Math.floor(share * WALLETS.length)]!;
}

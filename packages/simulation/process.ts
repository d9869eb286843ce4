import { wallMs } from '../../src/kernel/timers.js';
import { LedgerProof } from '../../src/ledger/adapters/ledger-proof.js';
import { MysqlLedgerStore } from '../../src/ledger/adapters/mysql/mysql-ledger-store.js';
import { GroupCommitLedger } from '../../src/ledger/application/group-commit-ledger.js';
import type { LedgerObserver } from '../../src/ledger/application/ports.js';
import type { ChainKey } from '../../src/ledger/chain/domain/hash-chain.js';
import { ForwardedCommands } from '../../src/ledger/cluster/adapters/forwarding/forwarded-commands.js';
import { ForwardingLedger } from '../../src/ledger/cluster/adapters/forwarding/forwarding-ledger.js';
import { WriterLease } from '../../src/ledger/cluster/adapters/forwarding/writer-lease.js';
import { type Network, SimulatedConnections } from './connection.js';
import { connectionLost } from './database.js';
import { SimulatedChannel, type SimulatedRedis } from './redis.js';
import { Host } from './world.js';

export const CHAIN_KEY: ChainKey = { id: 'simulated', secret: Buffer.alloc(32, 5) };
const MOST_SKEW_MS = 40;

/** One process of the service, as `CommandForwarding` and the ledger's module put it together. */
export class SimulatedProcess {
  readonly ledger: ForwardingLedger;
  readonly connections: SimulatedConnections;
  readonly channel: SimulatedChannel;
  readonly ended: Promise<'ended'>;
  private readonly lease: WriterLease;
  private end: () => void = () => undefined;

  constructor(
    readonly host: Host,
    private readonly network: Network,
    private readonly redis: SimulatedRedis,
  ) {
    const { world } = network;
    this.ended = new Promise((resolve) => (this.end = () => resolve('ended')));
    this.connections = new SimulatedConnections(network, host);
    const proof = new LedgerProof((id) => (id === CHAIN_KEY.id ? CHAIN_KEY : undefined));
    const store = new MysqlLedgerStore('', proof, { connect: this.connections.connect });
    const own = new GroupCommitLedger(store, { now: wallMs }, CHAIN_KEY, this.observer());
    this.channel = new SimulatedChannel(redis, world, host.name);
    this.lease = new WriterLease(leasesOf(network, host), { warning: () => undefined }, () => !this.channel.isDeaf);
    this.ledger = new ForwardingLedger(
      own,
      this.channel,
      () => (this.isWriter ? undefined : this.lease.writer),
      () => undefined,
    );
    const received = new ForwardedCommands(own, this.channel, () => this.isWriter);
    redis.listen({ host, channel: this.channel, received, forwarding: this.ledger });
  }

  static boot(name: string, network: Network, redis: SimulatedRedis): SimulatedProcess {
    const random = network.world.random(name);
    const skewMs = Math.round((random.next() - 0.5) * 2 * MOST_SKEW_MS);
    const host = new Host(name, random, skewMs);
    return network.world.on(host, () => {
      const process = new SimulatedProcess(host, network, redis);
      void process.lease.start();
      return process;
    });
  }

  get isWriter(): boolean {
    return this.lease.writer === this.host.name;
  }

  /** As by SIGKILL. */
  kill(): void {
    this.host.isDead = true;
    this.redis.leave(this.host.name);
    this.network.database.disconnect(this.host.name);
    this.end();
  }

  private observer(): LedgerObserver {
    const { world } = this.network;
    const tell = (text: string) => world.tell(`${this.host.name} ${text}`);
    return {
      batchCommitted: (commands, way) => tell(`batch of ${commands} ${way}`),
      batchRerun: (reason) => tell(`again: ${reason}`),
      blocked: (table, commands) => tell(`${commands} blocked by ${table}`),
      committed: () => undefined,
      problem: (text, error) => tell(`${text}: ${String(error)}`),
      halted: (error) => tell(`halted: ${String(error.cause)}`),
      broken: (error) => this.network.wrong(`broken: ${String(error)}`),
    };
  }
}

function leasesOf(network: Network, { name }: Host): ConstructorParameters<typeof WriterLease>[0] {
  const holder = `${name} simulated`;
  const { world, database } = network;
  const { lease } = database;
  const reach = async () => {
    await world.sleep(2 * network.latencyMs());
    if (database.downUntilMs > world.nowMs) throw connectionLost();
    if (database.mutedUntilMs > world.nowMs) await world.sleep(database.mutedUntilMs - world.nowMs);
  };
  return {
    holder,
    now: () => database.wallMs(),
    async read() {
      await reach();
      return { isFree: lease.until <= database.wallMs(), until: lease.until, doneAt: 0, holder: lease.holder };
    },
    async claim(_name, ttlMs) {
      await reach();
      if (lease.until > database.wallMs() && lease.holder !== holder) return false;
      Object.assign(lease, { holder, until: database.wallMs() + ttlMs });
      return true;
    },
    async release() {
      await reach();
      if (lease.holder === holder) lease.until = 0;
    },
  };
}

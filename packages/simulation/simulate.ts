import { sleep } from '../../src/kernel/timers.js';
import { Clients } from './clients.js';
import { openingCommand, WALLETS } from './commands.js';
import type { Network } from './connection.js';
import { SimulatedDatabase } from './database.js';
import { type Cluster, Faults } from './faults.js';
import { Oracle } from './oracle.js';
import { SimulatedProcess } from './process.js';
import { SimulatedRedis } from './redis.js';
import { drawSchedule, type Fault, type Schedule } from './schedule.js';
import { World } from './world.js';

export interface SimulationOptions {
  readonly seed: number;
  /** Acknowledged ones, after which the faults end and what is open is decided. */
  readonly commands: number;
  /** In the place of what the seed draws. */
  readonly schedule?: Schedule;
  readonly trace?: (line: string) => void;
}

export interface SimulationResult {
  readonly seed: number;
  /** What must hold and does not; none where all is well. */
  readonly wrong: readonly string[];
  /** Of everything that happened, in order: the same for the same seed. */
  readonly hash: string;
  readonly acknowledged: number;
  readonly refused: number;
  readonly batches: number;
  readonly processes: number;
  readonly virtualMs: number;
  readonly longestWithoutMoneyMs: number;
  /** The faults that had their turn. */
  readonly happened: readonly Fault[];
}

/** What is open when the faults end is decided within this time. */
const DECIDED_WITHIN_MS = 400_000;
/** A run that goes on for longer is stuck. */
const LONGEST_MS = 3_600_000;

/** One run of a cluster in virtual time, under the faults of its seed. */
export function simulate({ seed, commands, schedule, trace }: SimulationOptions): Promise<SimulationResult> {
  const world = new World(seed);
  world.trace = trace;
  const random = world.random('run');
  const size = { processes: 1 + random.below(3), clients: random.pick([4, 20, 60]), pauseMs: random.pick([5, 60, 300]) };
  const faults = new Faults(schedule ?? drawSchedule(world.random('faults'), commands));
  return world.enter(async () => {
    const database = new SimulatedDatabase(world);
    const oracle = new Oracle(world, database);
    const cluster = assemble(world, database, oracle, faults);
    const clients = new Clients(world, world.random('clients'), oracle, () => cluster.processes, size.pauseMs);
    let isReady = false;
    const begin = async () => {
      await open(cluster, size.processes);
      isReady = true;
      faults.begin(cluster);
      clients.start(size.clients);
    };
    world.beside(() => void begin());
    const isLost = () => oracle.isLost || world.nowMs > LONGEST_MS;
    await world.runUntil(() => isLost() || (isReady && oracle.acknowledgedCommands + oracle.refusedCommands >= commands));
    if (world.nowMs > LONGEST_MS) oracle.wrong('the commands do not come to an end');
    faults.end(cluster);
    clients.isClosing = true;
    const lastMs = world.nowMs + DECIDED_WITHIN_MS;
    if (!oracle.isLost) {
      const isDecided = () => clients.open === 0 && clients.unanswered === 0;
      await world.runUntil(() => isDecided() || world.nowMs > lastMs || oracle.isLost);
      if (!isDecided()) oracle.wrong(`${clients.open} wishes are undecided, and ${clients.unanswered} commands have no answer`);
      if (!oracle.isLost) oracle.check();
    }
    return {
      seed,
      wrong: oracle.found,
      hash: world.digest(),
      acknowledged: oracle.acknowledgedCommands,
      refused: oracle.refusedCommands,
      batches: database.commits,
      processes: size.processes,
      virtualMs: Math.round(world.nowMs),
      longestWithoutMoneyMs: Math.round(oracle.longestWithoutMoneyMs),
      happened: faults.happened,
    };
  });
}

function assemble(world: World, database: SimulatedDatabase, oracle: Oracle, faults: Faults): Cluster {
  const latency = world.random('latency');
  const latencyMs = () => 0.1 + latency.next() * 1.5;
  const redis = new SimulatedRedis({ world, latencyMs, nextMessageFault: () => faults.nextMessage() });
  const wrong = (text: string) => oracle.wrong(text);
  const network: Network = { world, database, latencyMs, wrong, nextPacketFault: () => faults.nextPacket() };
  const processes: SimulatedProcess[] = [];
  let booted = 0;
  const boot = () => {
    const process = SimulatedProcess.boot(`p${++booted}`, network, redis);
    processes.push(process);
    return process;
  };
  return { world, database, redis, oracle, processes, boot };
}

/** Starts the processes and pays in what the wallets have. */
async function open(cluster: Cluster, count: number): Promise<void> {
  const { world, database } = cluster;
  for (const id of WALLETS)
    database.table('ledger_account').put(id, { id, kind: 'wallet', balance_kobo: 0, seq: 0, recorded: 0 });
  const [first] = Array.from({ length: count }, () => cluster.boot());
  await sleep(100);
  await world.on(first!.host, () => Promise.all(WALLETS.map((wallet) => first!.ledger.commit(openingCommand(wallet)))));
}

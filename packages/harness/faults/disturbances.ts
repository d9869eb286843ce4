/** What the nemesis combines: each begins, lasts, and ends. */
import { createConnection } from 'mysql2/promise';
import type { RedisKind } from '../cluster/cluster.js';
import type { Random } from '../random.js';
import type { TcpProxy } from '../servers/tcp-proxy.js';
import { giveClockToApi } from './clock-faults.js';
import { setClock } from './clocks.js';
import type { FaultContext } from './fault.js';
import { isServing, ledgerWriter } from './process-faults.js';

export interface Disturbance {
  readonly name: string;
  /** Longest time in which no transfer is acknowledged because of it. */
  readonly withoutMoneyS: number;
  /** The only kind of Redis that has it. */
  readonly redis?: RedisKind;
  /** The shortest and the longest. */
  readonly lastsS: readonly [number, number];
  /** Without load. */
  prepare?(context: FaultContext): Promise<void>;
  /** Resolves to what ends it. */
  begin(context: FaultContext, random: Random): Promise<() => Promise<void>>;
}

/** Tables of contexts, and the accounts of two users, as a colleague's client locks them. */
const LOCKS = ['outbox', 'purchase', 'notice', 'ledger_account WHERE id IN (?, ?)'];

export const DISTURBANCES: readonly Disturbance[] = [
  {
    name: 'writer-killed',
    withoutMoneyS: 5,
    lastsS: [1, 8],
    async begin({ cluster }) {
      const node = await ledgerWriter(cluster);
      await node.kill();
      return async () => {
        await node.start();
        await isServing(cluster, node);
      };
    },
  },
  {
    name: 'database-cut',
    withoutMoneyS: 6,
    lastsS: [2, 12],
    begin: async ({ cluster }, random) => cut((await ledgerWriter(cluster)).links?.database, random),
  },
  {
    name: 'half-open',
    withoutMoneyS: 4,
    lastsS: [5, 12],
    begin({ cluster }) {
      // As after the failover of a proxy: of every process, and new connections work at once.
      for (const { links } of [...cluster.service.api, ...cluster.service.workers]) links?.database.halfOpenAll();
      return Promise.resolve(() => Promise.resolve());
    },
  },
  {
    name: 'redis-cut',
    redis: 'single',
    withoutMoneyS: 5,
    lastsS: [2, 12],
    begin: async ({ cluster }, random) => cut((await ledgerWriter(cluster)).links?.redis, random),
  },
  {
    name: 'subscription-half-open',
    redis: 'single',
    withoutMoneyS: 5,
    lastsS: [5, 12],
    async begin({ cluster }) {
      // It lasts until the process subscribes anew.
      (await ledgerWriter(cluster)).links?.redis?.deafenSubscribers();
      return () => Promise.resolve();
    },
  },
  {
    name: 'worker-frozen',
    withoutMoneyS: 3,
    lastsS: [5, 25],
    async begin({ cluster }, random) {
      const node = random.pick(cluster.service.workers);
      await node.freeze();
      return async () => node.thaw();
    },
  },
  {
    name: 'clock-back',
    withoutMoneyS: 3,
    lastsS: [5, 15],
    prepare: ({ cluster }) => giveClockToApi(cluster, cluster.service.api.at(-1)!),
    async begin({ cluster }, random) {
      const node = cluster.service.api.at(-1)!;
      // Less than signatures may be off.
      setClock(node, `-${1 + random.below(4)}m`);
      return async () => setClock(node, '+0');
    },
  },
  {
    name: 'rows-locked',
    withoutMoneyS: 3,
    lastsS: [2, 8],
    async begin({ cluster: { databaseUrl }, bank: { users } }, random) {
      const connection = await createConnection(databaseUrl);
      connection.on('error', () => undefined);
      await connection.query('START TRANSACTION');
      const ids = random.shuffled(users.map(({ userId }) => userId)).slice(0, 2);
      await connection.query(`SELECT * FROM ${random.pick(LOCKS)} FOR UPDATE`, ids);
      return async () => connection.destroy();
    },
  },
];

/** Nothing comes through, and nobody is told; or connections are closed as soon as they are used. */
async function cut(link: TcpProxy | undefined, random: Random): Promise<() => Promise<void>> {
  if (random.chance(0.5)) link?.fallSilent();
  else link?.hangUp();
  return async () => {
    // What was lost is not sent again.
    link?.drop();
    link?.speak();
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../cluster/cluster.js';
import type { ServiceProcess } from '../cluster/service.js';
import { giveClock, hasClock, setClock } from './clocks.js';
import { isMember, writeTo } from './database-faults.js';
import { type Fault, onAll } from './fault.js';
import { isServing } from './process-faults.js';

const AHEAD_MS = 20_000;

export const clockFaults: readonly Fault[] = [
  {
    name: 'clock-of-api',
    title: 'The clock of an api process jumps five minutes ahead, and back after 20 s',
    withoutMoneyS: onAll(3),
    prepare: ({ cluster }) => giveClockToApi(cluster, cluster.service.api[0]!),
    async run({ cluster }) {
      const node = cluster.service.api[0]!;
      setClock(node, '+5m');
      await sleep(AHEAD_MS);
      setClock(node, '+0');
    },
  },
  {
    name: 'clock-of-database',
    title: 'The clock of the writing database node jumps five minutes ahead, and stays so',
    withoutMoneyS: { galera: 3 },
    async prepare({ cluster }) {
      const writer = await cluster.writer();
      const node = cluster.database.nodes.find((each) => each !== writer)!;
      await node.end();
      giveClock(node, cluster.programs);
      await node.start();
      await isMember(cluster, node);
      await writeTo(cluster, node);
    },
    async run({ cluster }) {
      setClock((await cluster.writer())!, '+5m');
      await sleep(AHEAD_MS);
    },
  },
];

/** It is started again with one. */
export async function giveClockToApi(cluster: Cluster, node: ServiceProcess): Promise<void> {
  if (hasClock(node)) return;
  await node.end();
  giveClock(node, cluster.programs);
  await node.start();
  await isServing(cluster, node);
}

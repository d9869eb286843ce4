/** The clock of one machine, by libfaketime: the offset stands in a file that the process reads every second. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMember, writeTo } from './database-faults.mjs';
import { isServing } from './process-faults.mjs';

const AHEAD_MS = 20_000;

export const clockFaults = [
  {
    name: 'clock-of-api',
    title: 'The clock of an api process jumps five minutes ahead, and back after 20 s',
    async prepare({ cluster, programs }) {
      const [node] = cluster.service.api;
      await node.end();
      giveClock(node, programs);
      await node.start();
      await isServing(cluster, node);
    },
    async run({ cluster }) {
      const [node] = cluster.service.api;
      await ahead(node);
      writeFileSync(node.clock, '+0');
    },
  },
  {
    name: 'clock-of-database',
    title: 'The clock of the writing database node jumps five minutes ahead, and stays so',
    databases: ['galera'],
    async prepare({ cluster, programs }) {
      const writer = await cluster.writer();
      const node = cluster.database.nodes.find((each) => each !== writer);
      await node.end();
      giveClock(node, programs);
      await node.start();
      await isMember(cluster, node);
      await writeTo(cluster, node);
    },
    run: async ({ cluster }) => ahead(await cluster.writer()),
  },
];

/** From its next start on. */
function giveClock(node, { faketime }) {
  node.clock = join(node.directory, 'clock');
  writeFileSync(node.clock, '+0');
  node.environment = {
    LD_PRELOAD: faketime,
    FAKETIME_TIMESTAMP_FILE: node.clock,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  };
}

async function ahead({ clock }) {
  writeFileSync(clock, '+5m');
  await sleep(AHEAD_MS);
}

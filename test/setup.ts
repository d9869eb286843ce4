import 'reflect-metadata';
import { afterAll } from 'vitest';
import { childrenSeconds } from '../scripts/lib/processor-time.mjs';

const before = spentSeconds();

// Begun first, it ends last.
// oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads the names of fixtures from the first parameter
afterAll(({}, { file }) => {
  Object.assign(file.meta, { processorSeconds: spentSeconds() - before });
});

/** Of this worker, and of the processes that it has started and waited for. */
function spentSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenSeconds();
}

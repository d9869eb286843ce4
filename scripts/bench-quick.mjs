/**
 * `npm run bench:quick`: exits with 1 where a transfer takes more than 10 % more CPU than at the commit before, measured twice. `-- COMMIT` compares
 * with another one.
 */
import { spawnSync } from 'node:child_process';
import { QuickBench } from './lib/bench-quick.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';

const MOST = 1.1;
/** By how much the same code may differ from itself where that is to be told. */
const MOST_NOISE = 0.04;
const ATTEMPTS = 2;

const commit = process.argv[2] ?? 'HEAD~1';
const git = (...args) => spawnSync('git', ['-c', 'safe.directory=*', ...args], { cwd: root, encoding: 'utf8' });
process.exitCode = await compare();

/** @returns the exit code */
async function compare() {
  const found = git('rev-parse', '--verify', '--quiet', `${commit}^{commit}`);
  if (found.status !== 0) return pass(`there is no ${commit} here (a shallow clone, or the first commit)`);
  if (git('diff', '--quiet', commit, '--', 'src', 'package-lock.json').status === 0)
    return pass(`neither src nor the packages differ from ${commit}`);
  await prepare({ build: false });
  const bench = new QuickBench(found.stdout.trim());
  try {
    if (!(await bench.prepare())) return pass(`${commit} does not compile with the packages of this tree`);
    return await measure(bench);
  } finally {
    bench.remove();
  }
}

async function measure(bench) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const measured = await bench.measure();
    if (!measured) return pass('this machine is too busy to tell a tenth');
    const { ratio, least, noise } = measured;
    const figures = `${Math.round(least.here)} µs of CPU a transfer, at ${commit} ${Math.round(least.there)} µs`;
    const same = `the same code differs by ${(noise * 100).toFixed(1)} %`;
    console.log(`${figures}; ${ratio.toFixed(3)} times as much, allowed are ${MOST}; ${same}`);
    if (ratio <= MOST) return 0;
    if (noise > MOST_NOISE) return pass(`${same} on this machine`);
  }
  return 1;
}

function pass(reason) {
  console.log(`Nothing is compared: ${reason}.`);
  return 0;
}

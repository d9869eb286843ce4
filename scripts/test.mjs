/**
 * `npm test`, `npm run test:mysql`, `test:tidb`, `test:go`, `test:slow` and `test:slice`, each with `[-- vitest arguments]`: tests on real services;
 * ends with the line `N passed, N failed`. Skipped tests count as failures. Exits with 77, and without that line, where the server of
 * TEST_ENGINE or a program of TEST_PROGRAMS is not to be had. With TEST_BLAME failed files run once as they were at the landing before.
 * With TEST_BUDGET (seconds of processor time, in units of a yardstick) a run that takes more has failed. With TEST_DURATIONS it writes what
 * its files took to test/durations.json.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importPackage } from './lib/import-package.mjs';
import { knownFailures } from './lib/blame.mjs';
import { prepare } from './lib/prepare.mjs';
import { childrenSeconds, yardstickSeconds } from './lib/processor-time.mjs';
import { root } from './lib/root.mjs';
import { countResults, durationsOf, failedFiles, readResults, slowestLines, summaryLine } from './lib/results.mjs';

/** Holds databases and files of tests: in memory, where there is room, because they end with the run. */
const { TMPDIR: usualFolder = '/tmp' } = process.env;
const folder = mkdtempSync(join(roomyMemory() ?? tmpdir(), 'harmattan-test-run-'));
// Servers that give up the rights of root have folders in it.
chmodSync(folder, 0o711);
process.env.TMPDIR = folder;
process.env.TEST_RESULTS = join(folder, 'results');
const NOT_TO_BE_HAD = 77;
let exitCode = 1;
let vitest;
let processorTime = { seconds: 0, yardstick: 1 };

try {
  await prepare();
  // Ctrl-C reaches vitest by the terminal; SIGTERM is forwarded.
  process.on('SIGINT', () => vitest || process.exit(130));
  process.on('SIGTERM', () => (vitest ? vitest.kill('SIGTERM') : process.exit(143)));
  const { provideScanner } = await importPackage('harness/servers/programs.js');
  const { provideServices } = await importPackage('harness/servers/services.js');
  provideScanner();
  const { provideGoProgram } = await importPackage('harness/servers/go-programs.js');
  for (const name of process.env.TEST_PROGRAMS?.split(',') ?? []) provideGoProgram(name);
  const services = await provideServices();
  try {
    for (const [name, url] of Object.entries(services.variables)) console.error(`${name}=${url}`);
    const [before, yardstick] = [childrenSeconds(), yardstickSeconds()];
    exitCode = await runVitest(services.variables);
    processorTime = { seconds: childrenSeconds() - before, yardstick: (yardstick + yardstickSeconds()) / 2 };
  } finally {
    await services.stop();
  }
} catch (error) {
  console.error(error.message);
  if (error.name === 'NotToBeHad') exitCode = NOT_TO_BE_HAD;
}

const lines = readResults(process.env.TEST_RESULTS);
if (process.env.TEST_KEPT_RESULTS && lines.length > 0) cpSync(process.env.TEST_RESULTS, process.env.TEST_KEPT_RESULTS);
if (process.env.TEST_DURATIONS) keepDurations();
rmSync(folder, { recursive: true, force: true });
if (exitCode === NOT_TO_BE_HAD) process.exit(NOT_TO_BE_HAD);
process.env.TMPDIR = usualFolder;
const isWhole = lines.some((line) => line.isWhole);
const known = process.env.TEST_BLAME && isWhole ? await knownFailures(root, failedFiles(lines), projects()) : [];
if (known.length > 0) console.log(`\nFailed at the landing before, too, so they do not count: ${known.join(' ')}`);
const isOver = isOverBudget(processorTime);
const counted = countResults(lines, exitCode, known);
const results = { ...counted, failed: counted.failed + (isOver ? 1 : 0) };
console.log(`\nMost processor time:\n${slowestLines(lines).join('\n')}\n\n${summaryLine(results)}`);
process.exitCode = results.isGreen && !isOver ? 0 : 1;

function isOverBudget({ seconds, yardstick }) {
  if (seconds === 0) return false;
  const units = Math.round(seconds / yardstick);
  const budget = Number(process.env.TEST_BUDGET ?? Infinity);
  const of = Number.isFinite(budget) ? ` of ${budget}` : '';
  console.log(`\nProcessor time: ${seconds.toFixed(0)} s, ${units}${of} of the yardstick's ${yardstick.toFixed(2)} s`);
  return units > budget;
}

async function runVitest(variables) {
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/lib/results.mjs')}`];
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...process.argv.slice(2)];
  vitest = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...variables } });
  const [code] = await once(vitest, 'exit');
  return code ?? 1;
}

function keepDurations() {
  const path = join(root, 'test/durations.json');
  const before = JSON.parse(readFileSync(path, 'utf8'));
  const durations = durationsOf(lines, before, (file) => existsSync(join(root, file)));
  writeFileSync(path, `${JSON.stringify(durations, null, 2)}\n`);
}

function projects() {
  return process.argv.slice(2).filter((arg) => arg.startsWith('--project='));
}

/** Linux's file system in memory, with four gigabytes to spare. */
function roomyMemory() {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    return bavail * bsize > 4 * 2 ** 30 ? '/dev/shm' : undefined;
  } catch {
    return undefined;
  }
}

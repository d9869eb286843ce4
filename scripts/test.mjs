/**
 * `npm test`, `npm run test:mysql`, `test:tidb`, `test:go`, `test:slow` and `test:slice`, each with `[-- vitest arguments]`: tests on real services;
 * ends with the line `N passed, N failed`. Skipped tests count as failures. Exits with 77, and without that line, where the server of
 * TEST_ENGINE or a program of TEST_PROGRAMS is not to be had.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importPackage } from './lib/import-package.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';
import { countResults, readResults, slowestLines, summaryLine } from './lib/results.mjs';

/** Holds databases and files of tests: in memory, where there is room, because they end with the run. */
const folder = mkdtempSync(join(roomyMemory() ?? tmpdir(), 'harmattan-test-run-'));
// Servers that give up the rights of root have folders in it.
chmodSync(folder, 0o711);
process.env.TMPDIR = folder;
process.env.TEST_RESULTS = join(folder, 'results');
const NOT_TO_BE_HAD = 77;
let exitCode = 1;
let vitest;

// Ctrl-C reaches vitest by the terminal; SIGTERM is forwarded.
process.on('SIGINT', () => vitest || process.exit(130));
process.on('SIGTERM', () => (vitest ? vitest.kill('SIGTERM') : process.exit(143)));

try {
  prepare();
  const { provideScanner } = await importPackage('harness/servers/programs.js');
  const { provideServices } = await importPackage('harness/servers/services.js');
  provideScanner();
  const { provideGoProgram } = await importPackage('harness/servers/go-programs.js');
  for (const name of process.env.TEST_PROGRAMS?.split(',') ?? []) provideGoProgram(name);
  const services = await provideServices();
  try {
    for (const [name, url] of Object.entries(services.variables)) console.error(`${name}=${url}`);
    exitCode = await runVitest(services.variables);
  } finally {
    await services.stop();
  }
} catch (error) {
  console.error(error.message);
  if (error.name === 'NotToBeHad') exitCode = NOT_TO_BE_HAD;
}

const lines = readResults(process.env.TEST_RESULTS);
const results = countResults(lines, exitCode);
rmSync(folder, { recursive: true, force: true });
if (exitCode === NOT_TO_BE_HAD) process.exit(NOT_TO_BE_HAD);
console.log(`\nThe slowest files:\n${slowestLines(lines).join('\n')}\n\n${summaryLine(results)}`);
process.exitCode = results.isGreen ? 0 : 1;

async function runVitest(variables) {
  const reporters = ['--reporter=default', `--reporter=${join(root, 'scripts/lib/results.mjs')}`];
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...process.argv.slice(2)];
  vitest = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...variables } });
  const [code] = await once(vitest, 'exit');
  return code ?? 1;
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
